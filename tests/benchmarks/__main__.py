"""Runs the benchmarks, all or those named: `python -m tests.benchmarks page_turn`.

A benchmark is a module of this package with a `main()` that prints its figures and
returns 0 if they are good enough, as a program does.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

import tests.benchmarks


def benchmarks() -> list[str]:
    names = [module.name for module in iter_modules(tests.benchmarks.__path__)]
    return [
        name
        for name in names
        if name != "__main__" and hasattr(import_module(f"tests.benchmarks.{name}"), "main")
    ]


def run(wanted: list[str]) -> int:
    known = benchmarks()
    if unknown := sorted(set(wanted) - set(known)):
        print(f"no benchmark {', '.join(unknown)} (want {', '.join(known)})", file=sys.stderr)
        return 2
    missed = []
    for name in wanted or known:
        print(f"\n{name.replace('_', ' ')}", flush=True)
        if import_module(f"tests.benchmarks.{name}").main():
            missed.append(name)
    print(f"\nnot fast enough: {', '.join(missed)}" if missed else "\nall fast enough")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
