import { expect, it } from "vitest";
import { besides } from "./about";

const ROOM = { width: 360, height: 740 };
const SIZE = { width: 200, height: 50 };
const CASES: [string, Parameters<typeof besides>[0], ReturnType<typeof besides>][] = [
  ["above, in the middle", { left: 160, top: 300, width: 40, height: 40 }, { x: 80, y: 242 }],
  ["below, where nothing fits above", { left: 160, top: 20, width: 40, height: 40 }, { x: 80, y: 68 }],
  ["never beyond the left edge", { left: 0, top: 300, width: 40, height: 40 }, { x: 8, y: 242 }],
  ["nor the right one", { left: 330, top: 300, width: 30, height: 40 }, { x: 152, y: 242 }],
  ["over something larger than the window", { left: 0, top: 0, width: 360, height: 740 }, { x: 80, y: 682 }],
];

it.each(CASES)("%s", (_, box, wanted) => expect(besides(box, SIZE, ROOM)).toEqual(wanted));
