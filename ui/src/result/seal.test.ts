import { expect, it } from "vitest";
import { isSealed } from "./seal";

// printf '3d73:42' | sha256sum
const SEAL = "4127e9f24740671b4e6058c66b95ebe9ad27ff8f5983e99fe3e9e08f5eba4774";

it("knows the seal of a deal, and another deal from it", async () => {
  expect(await isSealed("42", "3d73", SEAL)).toBe(true);
  expect(await isSealed("43", "3d73", SEAL)).toBe(false);
});
