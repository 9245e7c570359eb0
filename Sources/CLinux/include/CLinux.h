#ifndef WECKER_CLINUX_H
#define WECKER_CLINUX_H
#endif
