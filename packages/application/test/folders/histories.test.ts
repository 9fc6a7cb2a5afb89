import { beforeEach, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { aMember, aPerson, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

const HISTORIES = 12;
const STEPS = 30;
const NAMES = ['a', 'b', 'c'];

/** Numbers from 0 to 1, the same ones for a seed. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Label = 'C1' | 'C3';
type ModelFile = { readonly id: string; folder: string; readonly label: Label };

const above = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const wayTo = (path: string): readonly string[] =>
  path.split('/').map((_, at, names) => names.slice(0, at + 1).join('/'));
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The folders of a room as sentences describe them: declared paths and files, looked through each time. */
class NaiveFolders {
  declared = new Set<string>();
  readonly files: ModelFile[] = [];

  isSeen(path: string, seesAll: boolean): boolean {
    const holdsDeclared = [...this.declared].some((one) => isWithin(one, path));
    return holdsDeclared || this.files.some((file) => isWithin(file.folder, path) && (seesAll || file.label === 'C1'));
  }

  /** All paths that a caller sees, with the numbers of files and folders directly in them. */
  list(seesAll: boolean): readonly (readonly [path: string, files: number, folders: number])[] {
    const places = [...this.declared, ...this.files.map(({ folder }) => folder)].filter((path) => path !== '');
    const all = [...new Set(places.flatMap(wayTo))].filter((path) => this.isSeen(path, seesAll)).toSorted();
    const filesIn = (path: string) =>
      this.files.filter((file) => file.folder === path && (seesAll || file.label === 'C1'));
    return all.map((path) => [path, filesIn(path).length, all.filter((one) => above(one) === path).length]);
  }

  refusalOfMove(from: string, to: string, seesAll: boolean): string | undefined {
    if (!this.isSeen(from, seesAll)) return 'FOLDER_NOT_FOUND';
    if (from === to) return undefined;
    if (this.isSeen(to, seesAll)) return 'NAME_TAKEN';
    return isWithin(to, from) ? 'VALIDATION_ERROR' : undefined;
  }

  refusalOfDeletion(path: string, seesAll: boolean): string | undefined {
    const [, files = 0, folders = 0] = this.list(seesAll).find(([one]) => one === path) ?? [];
    if (!this.isSeen(path, seesAll)) return 'FOLDER_NOT_FOUND';
    return files + folders > 0 ? 'FOLDER_NOT_EMPTY' : undefined;
  }

  declareWay(path: string, seesAll: boolean): void {
    for (const one of wayTo(path).filter((step) => !this.isSeen(step, seesAll))) this.declared.add(one);
  }

  put(file: ModelFile, folder: string): void {
    file.folder = folder;
    if (file.label === 'C1' && folder !== '') this.declared.add(folder);
  }

  move(from: string, to: string): void {
    const moved = (path: string): string => (isWithin(path, from) ? `${to}${path.slice(from.length)}` : path);
    this.declared = new Set([...[...this.declared].map(moved), to]);
    for (const file of this.files) file.folder = moved(file.folder);
  }
}

let world: World;
let room: LiveRoom;
/** Cleared for C3; `low` is not. */
let ada: Person;
let low: Person;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada, 'C1');
  low = await aMember(world, room, 'contributor', ada);
});

async function upload(by: Person, folder: string, classification: Label): Promise<string> {
  const announced = await by.ask(world.app.files.requestUpload, {
    roomId: room.id,
    name: 'a.pdf',
    size: CIPHERTEXT.length,
    contentType: 'application/pdf',
    classification,
    folder,
  });
  await put(world, announced.url, CIPHERTEXT);
  return (await confirm(world, by, announced)).id;
}

async function listed(by: Person) {
  const { items } = await by.ask(world.app.folders.list, { roomId: room.id });
  return items.filter(({ path }) => path !== '').map((one) => [one.path, one.fileCount, one.folderCount] as const);
}

const idOf = async (by: Person, path: string): Promise<string> => {
  const { items } = await by.ask(world.app.folders.list, { roomId: room.id });
  return items.find((folder) => folder.path === path)?.id ?? crypto.randomUUID();
};

test.each(Array.from({ length: HISTORIES }, (_, seed) => [seed]))(
  'folders are what a naive model says after each step of a random history (%i)',
  async (seed) => {
    const draw = drawsOf(seed);
    const oneOf = <T>(some: readonly T[]): T | undefined => some[Math.floor(draw() * some.length)];
    const aPath = (): string => Array.from({ length: 1 + Math.floor(draw() * 3) }, () => oneOf(NAMES)).join('/');
    const model = new NaiveFolders();
    const steps: readonly ((by: Person, seesAll: boolean) => Promise<string>)[] = [
      async (by, seesAll) => {
        const path = aPath();
        await by.ask(world.app.folders.create, { roomId: room.id, path });
        model.declareWay(path, seesAll);
        model.declared.add(path);
        return `make ${path}`;
      },
      async (by, seesAll) => {
        const [path, label] = [aPath(), seesAll && draw() < 0.6 ? 'C3' : 'C1'] as const;
        const file: ModelFile = { id: await upload(by, path, label), folder: '', label };
        model.files.push(file);
        model.put(file, path);
        return `put ${label} into ${path}`;
      },
      async (by, seesAll) => {
        const [from, to] = [aPath(), aPath()];
        const moving = by.ask(world.app.folders.edit, { roomId: room.id, folderId: await idOf(by, from), path: to });
        const code = await codeOf(moving);
        const expected = model.refusalOfMove(from, to, seesAll) ?? 'done';
        if (expected === 'done' && from !== to) {
          const parent = above(to);
          if (parent !== '') model.declareWay(parent, seesAll);
          model.move(from, to);
        }
        expect([from, to, code]).toEqual([from, to, expected]);
        return `move ${from} to ${to}: ${code}`;
      },
      async (by, seesAll) => {
        const path = aPath();
        const code = await codeOf(
          by.ask(world.app.folders.delete, { roomId: room.id, folderId: await idOf(by, path) }),
        );
        const expected = model.refusalOfDeletion(path, seesAll) ?? 'done';
        if (expected === 'done') model.declared.delete(path);
        expect([path, code]).toEqual([path, expected]);
        return `delete ${path}: ${code}`;
      },
      async (by, seesAll) => {
        const file = oneOf(model.files.filter(({ label }) => seesAll || label === 'C1'));
        if (file === undefined) return 'no file';
        const path = aPath();
        await by.ask(world.app.files.edit, { fileId: file.id, folder: path });
        if (file.folder !== path) model.put(file, path);
        return `move a file to ${path}`;
      },
      async (by, seesAll) => {
        const file = oneOf(model.files.filter(({ label }) => seesAll || label === 'C1'));
        if (file === undefined) return 'no file';
        await by.ask(world.app.files.delete, { fileId: file.id });
        model.files.splice(model.files.indexOf(file), 1);
        return `delete a file of ${file.folder}`;
      },
    ];
    const done: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const seesAll = draw() < 0.6;
      const act = oneOf(steps);
      done.push(`${seesAll ? 'ada' : 'low'}: ${await act?.(seesAll ? ada : low, seesAll)}`);
      expect({ done, ada: await listed(ada), low: await listed(low) }).toEqual({
        done,
        ada: model.list(true),
        low: model.list(false),
      });
    }
  },
);
