"""A real browser without a window, driven through its own protocol over two pipes; its pages are phones."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_S = 20


class Chromium:
    """The browser; each page is a phone of its own: it shares nothing with the others."""

    def __init__(self, folder: Path) -> None:
        hears, says = os.pipe(), os.pipe()
        options = "--headless=new --no-sandbox --disable-gpu --remote-debugging-pipe --mute-audio"
        expects = f'exec "$0" {options} "$1" about:blank 3<&{hears[0]} 4>&{says[1]}'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", expects, str(PROGRAM), f"--user-data-dir={folder}"],
            pass_fds=(hears[0], says[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(hears[0])
        os.close(says[1])
        self._out, self._in = hears[1], says[0]
        self._numbers, self._rest = itertools.count(1), b""

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._out)
        os.close(self._in)

    def do(self, method: str, session: str = "", **params: Any) -> dict[str, Any]:
        """One command and its answer; events are passed over."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            self._rest += os.read(self._in, 1 << 16)
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def phone(self, url: str, size: tuple[int, int] = (360, 740), language: str = "en") -> "Phone":
        context = self.do("Target.createBrowserContext")["browserContextId"]
        target = self.do("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        phone = Phone(self, session, target)
        phone.do(
            "Emulation.setDeviceMetricsOverride",
            width=size[0],
            height=size[1],
            deviceScaleFactor=2,
            mobile=True,
        )
        phone.do("Emulation.setTouchEmulationEnabled", enabled=True)
        agent = phone.js("navigator.userAgent")
        phone.do("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        phone.do("Page.navigate", url=url)
        return phone


class Phone:
    """One page."""

    def __init__(self, browser: Chromium, session: str, target: str) -> None:
        self._browser, self._session, self._target = browser, session, target

    def do(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.do(method, self._session, **params)

    def js(self, expression: str) -> Any:
        found = self.do("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def text(self) -> str:
        return self.js("document.body.innerText")

    def wait(self, expression: str) -> Any:
        """Until *expression* is true."""
        over = time.monotonic() + PATIENCE_S
        while not (
            found := self.js(
                f"(() => {{ try {{ return Boolean({expression}) }} catch {{ return false }} }})()"
            )
        ):
            assert time.monotonic() < over, f"{expression}\n{self.text()}"
            time.sleep(0.02)
        return found

    def says(self, words: str) -> None:
        self.wait(f"document.body.innerText.includes({json.dumps(words)})")

    def touch(self, selector: str, held_s: float = 0.0) -> None:
        """A finger comes and goes, as the system tells it."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.js(f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({box})")
        self.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        time.sleep(held_s)
        self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def sleep(self, asleep: bool = True) -> None:
        hidden = f"{{configurable: true, get: () => {str(asleep).lower()}}}"
        self.js(f"Object.defineProperty(document, 'hidden', {hidden}); true")
        self.js("document.dispatchEvent(new Event('visibilitychange')); true")

    def shot(self, file: Path) -> None:
        file.write_bytes(base64.b64decode(self.do("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        self._browser.do("Target.closeTarget", targetId=self._target)
