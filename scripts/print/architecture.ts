import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type FolderGraph, folderGraph, type Module } from './folder-graph.ts';
import { page } from './markdown.ts';

const PAGE = 'docs/architecture.md';
const [BEGIN, END] = ['<!-- folders:begin -->', '<!-- folders:end -->'];

type Report = Readonly<{
  modules: readonly Readonly<{ source: string; dependencies: readonly Readonly<{ resolved: string }>[] }>[];
}>;

/** Files without tests, and their imports as dependency-cruiser resolves them. */
function modules(): readonly Module[] {
  const bin = resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser failed: ${stderr}`);
  return (JSON.parse(stdout) as Report).modules
    .filter(({ source }) => !source.endsWith('.test.ts'))
    .map(({ source, dependencies }) => ({ path: source, imports: dependencies.map(({ resolved }) => resolved) }));
}

const idOf = (folder: string): string => folder.replaceAll(/[^a-z]/g, '_');

function section(workspace: string, { folders, arrows, circular }: FolderGraph): string {
  const lines = [
    ...folders.map((folder) => `  ${idOf(folder)}["${folder}"]`),
    ...arrows.map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
  ];
  return [
    `### ${workspace}`,
    ['```mermaid', 'flowchart TB', ...lines, '```'].join('\n'),
    ...(circular.length === 0 ? [] : [`Circular: ${circular.map((folder) => `\`${folder}\``).join(', ')}.`]),
  ].join('\n\n');
}

/** The page of the architecture with the graph of each workspace whose folders import one another. */
export function architecturePage(): string {
  const all = modules();
  const workspaces = [...new Set(all.flatMap(({ path }) => /^(?:packages|apps)\/[^/]+(?=\/src\/)/.exec(path) ?? []))];
  const sections = workspaces
    .toSorted()
    .map((workspace) => ({ workspace, graph: folderGraph(workspace, all) }))
    .filter(({ graph }) => graph.arrows.length > 0)
    .map(({ workspace, graph }) => section(workspace, graph));
  const text = readFileSync(PAGE, 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`);
  return `${text.slice(0, from)}${page(BEGIN, ...sections, text.slice(to).trimEnd())}`;
}
