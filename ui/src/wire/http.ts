// Requests to the server. A refusal is an error with the server's stable code (docs/program/errors.md).

import { request } from "$host/wire";
import { noteLost } from "./connection.svelte";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly status: number,
  ) {
    super(detail);
  }
}

/** The code of a request that never reached the server. */
export const OFFLINE = "offline";

type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";

export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await request(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    noteLost();
    throw new Refusal(OFFLINE, "The server cannot be reached.", 0);
  }
  if (response.status === 204) return undefined as T;
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw refusalOf(answer, response.status);
}

export const get = <T>(path: string): Promise<T> => ask<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>("POST", path, body);

function refusalOf(answer: unknown, status: number): Refusal {
  const { error = "internal", detail = "" } = (answer ?? {}) as { error?: string; detail?: string };
  return new Refusal(error, detail, status);
}

/** The text of something thrown, as a refusal. */
export function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("internal", String(error), 500);
}
