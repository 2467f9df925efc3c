// The little of Node that the build and the tests use.

declare module "node:crypto" {
  export function createHash(kind: "sha256"): {
    update(content: Uint8Array): { digest(form: "hex"): string };
  };
}

declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function globSync(pattern: string): string[];
  export function readFileSync(path: string, encoding: "utf-8"): string;
  export function readFileSync(path: string): Uint8Array;
  export function writeFileSync(path: string, content: Uint8Array): void;
}

declare module "node:path" {
  export function basename(path: string, suffix?: string): string;
  export function join(...paths: string[]): string;
  export function resolve(...paths: string[]): string;
}

declare module "node:zlib" {
  export function gzipSync(content: Uint8Array, options: { level: number }): Uint8Array;
}

declare module "node:vm" {
  export function runInNewContext(code: string, globals: object): unknown;
}

interface ImportMeta {
  readonly dirname: string;
}
