// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc

/// The terminal while a picture is on it: keys come at once and unseen, the mouse is told.
///
/// It is put back as it was when this goes away, whatever the reason.
struct Terminal: ~Copyable {
    private let before: termios
    private var isTaken = false

    /// Finds the terminal; `nil` where standard input or output is none.
    init?() {
        var settings = termios()
        guard isatty(0) == 1, isatty(1) == 1, unsafe tcgetattr(0, &settings) == 0 else {
            return nil
        }
        before = settings
    }

    deinit { if isTaken { Self.putBack(before) } }

    /// Takes the terminal: another screen, no cursor, no echo.
    mutating func take() {
        guard !isTaken else { return }
        isTaken = true
        var settings = before
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        // VMIN and VTIME: a read returns with the first byte.
        settings.c_cc.6 = 1
        settings.c_cc.5 = 0
        unsafe tcsetattr(0, TCSANOW, &settings)
        Self.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1002h\u{1B}[?1006h\u{1B}[2J")
    }

    /// Puts the terminal back as it was.
    mutating func putBack() {
        guard isTaken else { return }
        isTaken = false
        Self.putBack(before)
    }

    private static func putBack(_ before: termios) {
        write("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?25h\u{1B}[?1049l")
        var settings = before
        unsafe tcsetattr(0, TCSAFLUSH, &settings)
    }

    /// Shows lines from the upper left corner, in place of all that was there.
    func show(_ lines: [String]) {
        let text = lines.map { "\($0)\u{1B}[K" }.joined(separator: "\r\n")
        Self.write("\u{1B}[H\(text)\u{1B}[J")
    }

    /// How large it is, and the shape of its cells where it tells.
    var size: DialDrawing.Size {
        var window = winsize()
        guard unsafe ioctl(1, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0
        else { return DialDrawing.Size(columns: 80, rows: 24) }
        var size = DialDrawing.Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
        if window.ws_xpixel > 0, window.ws_ypixel > 0 {
            let width = Double(window.ws_xpixel) / Double(window.ws_col)
            size.cellShape = Double(window.ws_ypixel) / Double(window.ws_row) / width
        }
        return size
    }

    /// What was typed and not read yet.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = unsafe Glibc.read(0, &bytes, bytes.count)
        return Array(bytes.prefix(max(count, 0)))
    }

    /// Stops this process, as Ctrl-Z does, until somebody lets it go on.
    static func stopProcess() { raise(SIGSTOP) }

    private static func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(1, $0.baseAddress, $0.count)
            }
            guard count > 0 || errno == EINTR || errno == EAGAIN else { return }
            if count < 0, errno == EAGAIN {
                var ready = pollfd(fd: 1, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&ready, 1, 1000)
            }
            rest = rest.dropFirst(max(count, 0))
        }
    }
}
