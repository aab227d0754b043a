// Whether the server can be reached: said at once, taken back as soon as it answers.

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ask, OFFLINE, type Refusal } from "./http";
import { isOffline } from "./connection.svelte";

const fetched = vi.fn<(path: string) => Promise<unknown>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("is lost with the first request that fails, and back with the server's sign of life", async () => {
  expect(isOffline()).toBe(false);
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  const refusal = await ask("GET", "/api/visitor").catch((error: unknown) => error as Refusal);
  expect(refusal).toMatchObject({ code: OFFLINE });
  expect(isOffline()).toBe(true);
  await vi.advanceTimersByTimeAsync(9000);
  expect(fetched.mock.calls.slice(1).map(([path]) => path)).toEqual([
    "/health/live",
    "/health/live",
  ]);
  expect(isOffline()).toBe(true);
  // An answer that the service worker kept proves nothing.
  fetched.mockResolvedValueOnce({ status: 200, ok: true, json: async () => ({}) });
  await ask("GET", "/api/catalogue");
  expect(isOffline()).toBe(true);
  fetched.mockResolvedValue({});
  await vi.advanceTimersByTimeAsync(4000);
  expect(isOffline()).toBe(false);
  fetched.mockClear();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(fetched).not.toHaveBeenCalled();
});
