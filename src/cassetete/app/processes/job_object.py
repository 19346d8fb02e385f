"""Job objects of Windows: a process and all that it starts end together, and with the program that started them.

Elsewhere nothing here does anything: there, processes have groups.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

_jobs: dict[int, Any] = {}
"""The job of each process, by its id. Windows ends a job when its last handle is closed: when this program ends."""

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _KILL_ON_CLOSE = 0x2000
    _EXTENDED_LIMITS = 9

    class _BasicLimits(ctypes.Structure):
        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
        )

    class _Limits(ctypes.Structure):
        _fields_ = (
            ("BasicLimitInformation", _BasicLimits),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    def _kernel() -> Any:
        """The system's functions, with the types of handles: those of 64 bits would be cut short."""
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
        kernel.SetInformationJobObject.argtypes = (wintypes.HANDLE, ctypes.c_int, ctypes.c_void_p, wintypes.DWORD)
        kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        kernel.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
        kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
        return kernel


def contain(process: subprocess.Popen[bytes]) -> None:
    """Put a new process into a job of its own; where that is refused, `terminate` kills nothing."""
    if sys.platform == "win32":
        kernel = _kernel()
        job = kernel.CreateJobObjectW(None, None)
        if not job:
            return
        limits = _Limits()
        limits.BasicLimitInformation.LimitFlags = _KILL_ON_CLOSE
        handle = int(process._handle)  # type: ignore[attr-defined]  # the only place that has it
        told = kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
        if told and kernel.AssignProcessToJobObject(job, handle):
            _jobs[process.pid] = job
        else:
            kernel.CloseHandle(job)


def terminate(process: subprocess.Popen[bytes]) -> None:
    """End the job of a process, if it has one: the process and all that it started."""
    job = _jobs.pop(process.pid, None)
    if sys.platform == "win32" and job is not None:
        kernel = _kernel()
        kernel.TerminateJobObject(job, 1)
        kernel.CloseHandle(job)
