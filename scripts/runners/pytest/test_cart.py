import os
import signal

import pytest


def test_adds_up():
    pass


def test_dies_in_a_crash():
    if "CRASH" in os.environ:
        os.kill(os.getpid(), signal.SIGKILL)


def test_is_wrong():
    assert 1 == 2


@pytest.mark.skip
def test_is_skipped():
    pass


@pytest.mark.xfail
def test_is_to_do():
    assert 1 == 2


@pytest.mark.parametrize("count", [1, 2])
def test_takes(count):
    pass
