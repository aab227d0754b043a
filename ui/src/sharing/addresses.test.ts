import { expect, test } from "vitest";
import { clipOf, frameCode, pageOf, pictureOf } from "./addresses";

test("a picture is of what a seat saw, or a spectator", () => {
  expect(pictureOf("t", "png", 7, 2, "de")).toBe(
    "/api/tables/t/picture.png?at=7&seat=2&language=de",
  );
  for (const eyes of [null, "open"] as const)
    expect(pictureOf("t", "svg", 7, eyes, "en")).toBe("/api/tables/t/picture.svg?at=7&language=en");
});

test("a clip shows the turn that a position belongs to", () => {
  const stops = [0, 10, 25, 40];
  const clip = (position: number): string => clipOf("t", stops, position, null, "en");
  expect(clip(12)).toBe("/api/tables/t/clip.gif?from=10&to=25&language=en");
  expect(clip(25)).toBe("/api/tables/t/clip.gif?from=10&to=25&language=en");
  expect(clip(0)).toBe("/api/tables/t/clip.gif?from=0&to=0&language=en");
});

test("the code of a frame is safe whatever a table is called", () => {
  const code = frameCode("https://a.example", "t", 3, `"><script>alert(1)</script>`, "es");
  expect(code).not.toContain("<script");
  expect(code).toContain('src="https://a.example/embed/t?language=es#at=3"');
  expect(pageOf("t", "es")).toBe("/api/tables/t/page.html?language=es");
});
