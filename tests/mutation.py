"""Small mistakes put into a rules module, one after the other: do the tests notice each of them?

    python -m tests.mutation companion/games/wobble/judging.py tests/companion/wobble
    python -m tests.mutation --about 60 companion/games/wobble/laying.py tests/companion/wobble

Every mutant is one changed operator, number, comparison, condition or call of `not`. It runs in a process of
its own, forked when the tests have been collected; a mutant whose tests still pass has survived. A mistake in
a function's body is put into the functions that live, and only those tests are run that call one of them. If
none does (it is called while importing), or if the mistake stands outside of functions, everything is
imported anew, which is slow; `--bodies` leaves out those outside. A test that takes many times as much of
the processor as it does without a mistake is killed; how busy the machine is does not matter. Of a large
module `--about N` tries every so many-th mutant; `--share P --seed N` leaves to chance which are tried, as
`tests.mutation_sample` wants it.
A line for each module counts; the exit status is 1 if fewer than 90 % were killed in one of them, and 2 if
the tests do not pass without a mistake.
"""

import argparse
import ast
import functools
import gc
import importlib.abc
import importlib.machinery
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import NoReturn

import hypothesis
import pytest

from tests.mutation_changes import Change, by_chance, changes, spread

ENOUGH = 0.9
PATIENCE = 5  # a mutant may take so many times the processor time of the tests without a mistake
AT_LEAST = 2.0  # seconds of it: what takes no time is still measured roughly
LONGEST = 900  # seconds by the clock on the wall, for a test that waits for something
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider", "--tb=no", "--assert=plain", f"--timeout={LONGEST}")
UNSHRUNK = ("--hypothesis-seed=0", "--hypothesis-profile=mutation")  # that it fails is enough


class Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutant whenever its module is imported."""

    def __init__(self, name: str, file: Path, tree: ast.Module) -> None:
        self._name, self._file, self._code = name, file, compile(tree, str(file), "exec")

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name != self._name:
            return None
        return importlib.machinery.ModuleSpec(name, self, origin=str(self._file))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self._file)
        exec(self._code, module.__dict__)


class Sheet:
    """A module, the mistakes to put into it, and those of them that nobody has noticed."""

    def __init__(
        self, file: Path, bodies: bool, choose: Callable[[Sequence[Change]], Sequence[Change]]
    ) -> None:
        self.file, self.name = file, ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        every = [c for c in changes(file.read_text("utf-8")) if c.in_a_body or not bodies]
        self.all, self.tried = len(every), choose(every)
        self.survivors: list[Change] = []

    @property
    def killed(self) -> int:
        return len(self.tried) - len(self.survivors)

    @property
    def is_enough(self) -> bool:
        return self.killed >= ENOUGH * len(self.tried)

    def __str__(self) -> str:
        share = 100 * self.killed / max(1, len(self.tried))
        return f"{self.file}: {self.killed} of {len(self.tried)} killed ({share:.0f} %), {self.all} mutants"


class Patience:
    """A plugin of pytest: what takes far longer than without a mistake is killed with its whole process.

    Counted is the time of the processor: on a busy machine everything lasts longer, and nothing is wrong.
    """

    def __init__(self) -> None:
        self.beginning = time.process_time()  # what importing took, and finding the tests
        self.took: dict[str, float] = {}  # by each test, without a mistake

    def begins(self, usual: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, max(AT_LEAST, PATIENCE * usual))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        if item.nodeid in self.took:
            self.begins(self.took[item.nodeid])


class Trial:
    """A plugin of pytest: instead of running the collected tests once it runs them for every mutant."""

    def __init__(self, sheets: Sequence[Sheet], tests: Sequence[str]) -> None:
        self._sheets, self._tests = sheets, tests
        self.sound = False  # without a mistake the tests pass

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._alive, self._patience = Alive([sheet.name for sheet in self._sheets]), Patience()
        session.config.pluginmanager.register(self._patience)
        gc.freeze()
        walked = _told_by(lambda: json.dumps(self._walk(session)))
        self._visits: dict[str, list[str]]  # the functions that each test calls
        self._visits, self._patience.took = json.loads(walked or "[{}, {}]")
        self.sound = len(self._visits) == len(session.items)
        for sheet in self._sheets if self.sound else ():
            for change in sheet.tried:
                self._try(sheet, change, session)
            print(sheet, flush=True)
        return True

    def _walk(self, session: pytest.Session) -> tuple[dict[str, list[str]], dict[str, float]]:
        """Run every test without a mistake, up to the first that fails: whom it has called, what it took."""
        visits, took = {}, {}
        for item, following in pairwise([*session.items, None]):
            begun = time.process_time()
            with self._alive.watched() as called:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                break
            visits[item.nodeid], took[item.nodeid] = sorted(called), time.process_time() - begun
        return visits, took

    def _try(self, sheet: Sheet, change: Change, session: pytest.Session) -> None:
        number = _noticed_by(lambda: self._with(sheet, change, session))
        for left in Path().glob(":memory:*"):  # a mutant of the journal takes the memory for a file
            left.unlink()
        if number is None:
            sheet.survivors.append(change)
            print(f"{sheet.file} {change} survived", flush=True)
        elif number < len(session.items):  # what noticed this one may notice the next, and goes first
            session.items.insert(0, session.items.pop(number))

    def _with(self, sheet: Sheet, change: Change, session: pytest.Session) -> int | None:
        changed = self._alive.become(sheet.name, change.tree, sheet.file) if change.in_a_body else set()
        coming = [n for n, item in enumerate(session.items) if changed & {*self._visits[item.nodeid]}]
        if coming:
            return _run(session, coming)
        self._patience.begins(self._patience.beginning)
        for module in list(_own_modules()):
            del sys.modules[module]
        sys.meta_path.insert(0, Mutated(sheet.name, sheet.file, change.tree))
        words = [*QUIETLY, *UNSHRUNK, *self._tests]
        passed = pytest.main(words, plugins=[self._patience]) == pytest.ExitCode.OK
        return None if passed else len(session.items)


def _own_modules() -> Iterator[str]:
    """What was imported from the folder that this was started in, tests and their helpers too."""
    here = str(Path.cwd())
    for name, module in sys.modules.items():
        file = getattr(module, "__file__", None) or ""
        if file.startswith(here) and "site-packages" not in file and name != "__main__":
            yield name


def _run(session: pytest.Session, numbers: Sequence[int]) -> int | None:
    """Run the tests with these *numbers*, counted as they stand there; the number of the first that fails."""
    for number, following in pairwise([*numbers, None]):
        item = session.items[number]
        nextitem = None if following is None else session.items[following]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=nextitem)
        if session.testsfailed:
            return number
    return None


def _noticed_by(tests: Callable[[], int | None]) -> int | None:
    """The answer of *tests* from a process of their own; one that is killed has noticed, too."""
    words = _told_by(lambda: json.dumps(tests()))
    return sys.maxsize if words is None else json.loads(words)


def _told_by(work: Callable[[], str]) -> str | None:
    """The words of *work* from a process of its own; None if that was killed."""
    heard, told = os.pipe()
    child = os.fork()
    if not child:
        _tell(work, told)
    os.close(told)
    with os.fdopen(heard) as answer:
        words = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status > 0:
        raise RuntimeError("expected tests that pass or fail; the trial itself went wrong")
    return None if status < 0 else words


def _tell(work: Callable[[], str], told: int) -> NoReturn:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    status = 1
    try:
        with os.fdopen(told, "w") as words:
            words.write(work())
        status = 0
    finally:
        os._exit(status)


class Alive:
    """The functions of modules as they live in everybody's hands, and all that is remembered of answers."""

    def __init__(self, modules: Sequence[str]) -> None:
        gc.unfreeze()  # what was set aside while the tests were gathered is not listed
        things = gc.get_objects()
        self._functions = [f for f in things if type(f) is FunctionType and f.__module__ in modules]
        self._caches = [cache for cache in things if type(cache) is functools._lru_cache_wrapper]

    def become(self, module: str, tree: ast.Module, file: Path) -> set[str]:
        """Take the code of *tree* for *module*; the names of the functions that have changed by it."""
        source = compile(tree, str(file), "exec")
        codes = {(code.co_qualname, code.co_firstlineno): code for code in _codes(source)}
        changed = set()
        for function in self._functions:
            before = function.__code__
            code = codes.get((before.co_qualname, before.co_firstlineno))
            if function.__module__ == module and code is not None and code != before:
                function.__code__ = code
                changed.add(_name_of(function))
        self._forget()
        return changed

    @contextmanager
    def watched(self) -> Iterator[set[str]]:
        """Note the names of all functions that are called, none of which remembers an answer from before."""
        self._forget()
        names = {id(function.__code__): _name_of(function) for function in self._functions}
        called = set[str]()

        def note(frame: FrameType, event: str, arg: object) -> None:
            if (name := names.get(id(frame.f_code))) is not None:
                called.add(name)

        threading.settrace(note)
        sys.settrace(note)
        try:
            yield called
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]

    def _forget(self) -> None:
        for cache in self._caches:
            cache.cache_clear()


def _name_of(function: FunctionType) -> str:
    return f"{function.__module__}:{function.__code__.co_qualname}:{function.__code__.co_firstlineno}"


def _codes(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner
            yield from _codes(inner)


def main(told: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("modules", help="the file to put mistakes into, or several between commas")
    parser.add_argument("tests", nargs="+", help="the tests that should notice them")
    parser.add_argument("--about", type=int, default=0, metavar="N", help="try about so many of the mutants")
    parser.add_argument("--share", type=float, metavar="P", help="try each with this chance, 0 to 1")
    parser.add_argument("--seed", default="1", help="another seed, other mutants (1)")
    parser.add_argument("--bodies", action="store_true", help="only mistakes in functions, which is quick")
    args = parser.parse_args(told)
    if missing := [module for module in args.modules.split(",") if not Path(module).is_file()]:
        parser.error(f"there is no file {', '.join(missing)}")
    unshrunk = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
    hypothesis.settings.register_profile("mutation", phases=unshrunk, database=None, deadline=None)

    def chosen(changes: Sequence[Change], module: str) -> Sequence[Change]:
        if args.share is None:
            return spread(changes, args.about)
        return by_chance(changes, args.share, Random(f"{args.seed} {module}"))

    sheets = [
        Sheet(Path(module), args.bodies, functools.partial(chosen, module=module))
        for module in args.modules.split(",")
    ]
    trial = Trial(sheets, args.tests)
    pytest.main([*QUIETLY, *UNSHRUNK, "-s", *args.tests], plugins=[trial])
    if not trial.sound:
        print(f"{args.modules}: the tests do not pass without a mistake either", flush=True)
        return 2
    return 0 if all(sheet.is_enough for sheet in sheets) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
