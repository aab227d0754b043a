// Types of the generators of the map and of the drawings for pictures, which are plain JavaScript so that Node
// can run them as they are.

declare module "*/geography.mjs" {
  export const PROVINCES: Record<string, string>;
}
declare module "*/make.mjs" {
  export function makeMap(): Record<string, unknown>;
  export function mapText(): string;
}
declare module "*/shapes.mjs" {
  export function shapes(): Record<string, unknown>;
}
declare module "*/art.mjs" {
  export function artText(
    load: (path: string) => Promise<unknown>,
    render: (component: never, options: never) => { body: string },
  ): Promise<string>;
}
