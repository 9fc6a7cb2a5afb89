/** A program beside a module: TypeScript in the sources, which Node runs as it is, and JavaScript in a build. */
export const programBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl);
