"""What Python has on POSIX systems and not on Windows: modules, and names of modules."""

from __future__ import annotations

_MODULES = "_curses curses fcntl grp posix pty pwd readline resource select syslog termios tty"

_OS = """
    O_ASYNC O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_SYNC WCONTINUED
    WEXITSTATUS WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG WTERMSIG WUNTRACED chown chroot confstr ctermid fchdir fchmod
    fchown fdatasync fork forkpty fpathconf fstatvfs fwalk get_blocking getegid geteuid getgid getgrouplist getgroups
    getloadavg getpgid getpgrp getpriority getresgid getresuid getsid getuid initgroups killpg lchown lockf major
    makedev minor mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn
    posix_spawnp pread preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_get_priority_max
    sched_setaffinity sched_setscheduler sched_yield sendfile set_blocking setegid seteuid setgid setgroups setpgid
    setpriority setregid setresgid setresuid setreuid setsid setuid statvfs sync sysconf sysconf_names tcgetpgrp
    tcsetpgrp ttyname uname wait wait3 wait4 waitid writev
"""
_SIGNAL = """
    ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGCHLD SIGCLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPOLL SIGPROF
    SIGPWR SIGQUIT SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU
    SIGXFSZ alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait
    sigwaitinfo
"""

MODULES = frozenset(_MODULES.split())

NAMES = {
    "os": frozenset(_OS.split()),
    "signal": frozenset(_SIGNAL.split()),
    "socket": frozenset(["AF_UNIX"]),
    "time": frozenset(["tzset", "pthread_getcpuclockid", "clock_settime"]),
}
"""A few of them (`os.set_blocking` among others) came to Windows with a later Python than the oldest we run on."""
