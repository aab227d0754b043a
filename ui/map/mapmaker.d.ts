// Types of the map's generator, which is plain JavaScript so that Node can run it as it is.

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
