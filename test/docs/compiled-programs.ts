import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const CONFIG = {
  extends: '../../../tsconfig.json',
  compilerOptions: { noEmit: false, outDir: 'out', rootDir: '.' },
  include: ['*.ts'],
};

/** Programs of the docs, type-checked and compiled by one run of the compiler. */
export class CompiledPrograms {
  private constructor(
    private readonly folder: string,
    private readonly complaints: string,
  ) {}

  /** Compiles the programs, inside the package, so that they find it by its own name. @param texts - by their names */
  static async of(texts: ReadonlyMap<string, string>): Promise<CompiledPrograms> {
    const folder = await mkdtemp(path.join(ROOT, 'test/docs/.program-'));
    for (const [name, text] of texts) await writeFile(path.join(folder, `${name}.ts`), text);
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    return new CompiledPrograms(folder, await complaintsOfCompiler(folder));
  }

  /** The compiled program. Throws what the compiler says of it, or of none of them. */
  script(name: string): string {
    const own = this.complaints.split('\n').filter((line) => line.startsWith(`${name}.ts(`));
    const general = this.complaints.split('\n').filter((line) => /^error/.test(line));
    if (own.length + general.length > 0) throw new Error([...own, ...general].join('\n'));
    return path.join(this.folder, `out/${name}.js`);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What the compiler prints, one line for each error; it writes the scripts all the same. */
function complaintsOfCompiler(cwd: string): Promise<string> {
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [compiler, '-p', '.', '--pretty', 'false'],
      { cwd },
      (error, stdout, stderr) => {
        if (error === null) resolve('');
        else if (stdout === '') reject(new Error(`the compiler failed: ${error.message}\n${stderr}`));
        else resolve(stdout);
      },
    );
  });
}
