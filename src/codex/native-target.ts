/** Returns the target triple and npm package of codex's binary for a platform; null if there is none. */
export function nativeTarget(
  platform: NodeJS.Platform,
  arch: string,
): { readonly triple: string; readonly packageName: string; readonly binary: string } | null {
  const cpu = CPUS[arch];
  const system = SYSTEMS[platform];
  if (cpu === undefined || system === undefined) return null;
  return {
    triple: `${cpu}-${system.triple}`,
    packageName: `@openai/codex-${system.name}-${arch}`,
    binary: platform === 'win32' ? 'codex.exe' : 'codex',
  };
}

const CPUS: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64' };

const SYSTEMS: Readonly<
  Partial<Record<NodeJS.Platform, { readonly triple: string; readonly name: string }>>
> = {
  linux: { triple: 'unknown-linux-musl', name: 'linux' },
  android: { triple: 'unknown-linux-musl', name: 'linux' },
  darwin: { triple: 'apple-darwin', name: 'darwin' },
  win32: { triple: 'pc-windows-msvc', name: 'win32' },
};
