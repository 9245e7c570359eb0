// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: The Wecker authors

internal import Glibc
internal import Platform

/// Runs the program as an application until it ends, and ends the process with its exit status.
///
/// The whole of a program's `main.swift`: everything else follows from the delegate.
// Spelled like a type, as a program's entry is: it is called once, and never returns.
// swift-format-ignore: AlwaysUseLowerCamelCase
func ApplicationMain(delegate: any ApplicationDelegate) -> Never {
    StandardDescriptors.ensureOpen()
    // A thousand clients, and players besides, are more than the 1024 that are usual.
    DescriptorLimit.raise()
    exit(Application(delegate: delegate, context: .process).run())
}
