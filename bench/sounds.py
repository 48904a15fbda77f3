"""How loud and how long the sounds of the page are, rendered by a browser.

python -m bench.sounds

Needs a browser, and Node.js with the tools of the page (`make page`, `make browser`).
"""

from __future__ import annotations

import subprocess
from typing import Any

from playwright.sync_api import sync_playwright
from tests.web.person import start_browser
from tests.web.serving import ROOT

SOUNDS = ("piece", "turn", "capture", "score", "refused", "chat", "end")
SOURCE = ROOT / "web" / "src" / "table" / "sounds.ts"
# TypeScript to what a browser runs, without what the page needs around it.
COMPILE = """
const { transpileModule } = require("typescript");
const source = require("fs").readFileSync(process.argv[1], "utf8").replace(/^import .*$/gm, "");
const made = transpileModule(source, { compilerOptions: { target: "esnext", module: "esnext" } });
console.log(made.outputText.replace(/^export /gm, ""));
"""
RENDER = """async (sound) => {
  const rate = 44100;
  const audio = new OfflineAudioContext(1, 2 * rate, rate);
  sounds(audio, sound, 0.01);
  const samples = (await audio.startRendering()).getChannelData(0).map(Math.abs);
  const peak = samples.reduce((most, each) => Math.max(most, each), 0);
  const heard = samples.findLastIndex((each) => each > peak / 100); // 40 dB below the peak
  let power = 0;
  for (const each of samples.slice(0, heard)) power += each * each;
  return { peak, seconds: heard / rate, mean: Math.sqrt(power / heard) };
}"""


def main() -> None:
    command = ["node", "-e", COMPILE, str(SOURCE)]
    run = subprocess.run(command, cwd=ROOT / "web", capture_output=True, text=True, check=True)
    with sync_playwright() as playwright:
        browser = start_browser(playwright)
        page = browser.new_page()
        page.add_script_tag(content=f"{run.stdout}\nwindow.sounds = sounds;")
        for sound in SOUNDS:
            found: dict[str, Any] = page.evaluate(RENDER, sound)
            print(
                f"{sound:8} peak {found['peak']:.2f}, mean {found['mean']:.3f}, "
                f"{found['seconds']:.2f} s"
            )
        browser.close()


if __name__ == "__main__":
    main()
