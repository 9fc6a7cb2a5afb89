import { anItem, OPENING } from '../../support/upload-requests.ts';
import { type Act, type Ask, act, inRoom, onFile } from './act.ts';
import { noted, upload } from './made.ts';
import type { OtherBidders } from './other-bidders.ts';
import type { Draw, Name, Side } from './side.ts';

const OWN = ['Deal/Common', 'Deal/Common/x', 'Deal/Bidder A', 'Deal/Bidder A/x', 'Open', 'Open/y', 'deal/bidder a/Y'];
const PLACES = ['Deal/Bidder', 'deal/bidder', 'Deal/Halls/Bidder', 'Open/Box/Bidder', 'Deal/Old'];

const FOLDERS = ['Deal', 'Deal/Common', 'Deal/Bidder A', 'Deal/Halls', 'Open', 'Open/Box'];
const LAST = 6;

/** Draws what the first bidder does, and what they name: common things, own ones, and guesses at those of others. */
export class FirstBidder {
  readonly #draw: Draw;
  readonly #others: OtherBidders;
  readonly #twin: Side;
  #named = 0;

  /** `twin`: the service without the others, in which names have the ids that the first bidder knows. */
  constructor(twin: Side, draw: Draw, others: OtherBidders) {
    this.#twin = twin;
    this.#draw = draw;
    this.#others = others;
  }

  act(): Act {
    const [name, by] = [this.#draw.of(Object.keys(this.#acts)), this.#draw.of(['ann', 'ann', 'ava'] as const)];
    return act(name, by, this.#acts[name]?.(by));
  }

  /** An act of the owner with things that the first bidder sees. */
  actOfOwner(): Act {
    const name = this.#draw.of(Object.keys(this.#ofOwner));
    return act(name, 'owner', this.#ofOwner[name]?.());
  }

  #name(kind: string): string {
    return `${kind} ${++this.#named}`;
  }

  #file = () => this.#draw.of(this.#draw.below(4) === 0 ? this.#others.files : this.#made('file', 'no file'));
  #folder = () => this.#draw.of(this.#draw.below(4) === 0 ? this.#others.folders : this.#folders());
  #folders = () => [...FOLDERS, ...this.#made('folder', 'no folder')];
  /** Names of the last things of a kind that were made, which are mostly there. */
  #made = (kind: string, nothing: string) =>
    [nothing, ...this.#twin.ids.keys()].filter((name) => name === nothing || name.startsWith(`${kind} `)).slice(-LAST);
  /** A path of their own, a common one, or one that may be another's. */
  #path(): string {
    if (this.#draw.below(3) > 0) return this.#draw.of(OWN);
    const below = this.#draw.of(['', '/x', '/x/y', ' 3']);
    return `${this.#draw.of(PLACES)} ${1 + this.#draw.below(40)}${below}`;
  }

  readonly #acts: Readonly<Record<string, (by: Name) => Ask>> = {
    upload: (by) => {
      const [name, folder] = [this.#name('file'), this.#path()];
      return (side) => upload(side, side.people[by].caller, name, { folder });
    },
    'new version': (by) => {
      const file = this.#file();
      return (side) => upload(side, side.people[by].caller, file, { replaces: side.id(file) });
    },
    'rename of a file': (by) => {
      const [file, name] = [this.#file(), this.#name('renamed')];
      return onFile(by, file, (caller, path) => caller.patch(path, { name }));
    },
    'move of a file': (by) => {
      const [file, folder] = [this.#file(), this.#path()];
      return onFile(by, file, (caller, path) => caller.patch(path, { folder }));
    },
    'a file': (by) => onFile(by, this.#file(), (caller, path) => caller.get(path)),
    'versions of a file': (by) => onFile(by, this.#file(), (caller, path) => caller.get(`${path}/versions?may=true`)),
    'links of a file': (by) => onFile(by, this.#file(), (caller, path) => caller.get(`${path}/shares`)),
    download: (by) => onFile(by, this.#file(), (caller, path) => caller.get(`${path}/download-url`)),
    deletion: (by) => onFile(by, this.#file(), (caller, path) => caller.delete(path)),
    'restored file': (by) => onFile(by, this.#file(), (caller, path) => caller.post(`${path}/restore`)),
    'deletion of several': (by) => {
      const files = [this.#file(), this.#draw.of(this.#others.files)];
      return inRoom(by, (caller, at, side) =>
        caller.post(`${at}/files/bulk-delete`, { items: files.map((file) => ({ file_id: side.id(file) })) }),
      );
    },
    'zip of several': (by) => {
      const files = [this.#file(), this.#file(), this.#draw.of(this.#others.files)];
      const items = (side: Side) => [...new Set(files)].map((file) => ({ file_id: side.id(file) }));
      return (side) => side.people[by].caller.post('/files/bulk-download-urls', { items: items(side) });
    },
    'new folder': (by) => {
      const [path, name] = [this.#path(), this.#name('folder')];
      return inRoom(by, async (caller, at, side) => noted(side, name, await caller.post(`${at}/folders`, { path })));
    },
    'move of a folder': (by) => {
      const [folder, path] = [this.#folder(), this.#path()];
      return inRoom(by, (caller, at, side) => caller.patch(`${at}/folders/${side.id(folder)}`, { path }));
    },
    'a folder': (by) => {
      const folder = this.#folder();
      return inRoom(by, (caller, at, side) => caller.get(`${at}/folders/${side.id(folder)}`));
    },
    'deletion of a folder': (by) => {
      const folder = this.#folder();
      return inRoom(by, (caller, at, side) => caller.delete(`${at}/folders/${side.id(folder)}`));
    },
    restriction: (by) => {
      const folder = this.#folder();
      return inRoom(by, (caller, at, side) => caller.put(`${at}/folders/${side.id(folder)}/access`, { groups: null }));
    },
    link: (by) => {
      const [file, name] = [this.#file(), this.#name('link')];
      const body = { expires_in: 3600 };
      return onFile(by, file, async (caller, path, side) =>
        noted(side, name, await caller.post(`${path}/share`, body)),
      );
    },
    package: (by) => {
      const [files, folder] = [[this.#file(), this.#file()], this.#folder()];
      const ofFolder = this.#draw.below(2) === 0;
      return inRoom(by, (caller, at, side) => {
        const items = [...new Set(files)].map((file) => ({ file_id: side.id(file) }));
        return caller.post(`${at}/packages`, {
          expires_in: 3600,
          ...(ofFolder ? { folder_id: side.id(folder) } : { items }),
        });
      });
    },
    'a link': (by) => {
      const link = this.#draw.of(this.#draw.below(3) === 0 ? this.#others.links : this.#made('link', 'no link'));
      const change = this.#draw.below(3);
      return async (side) => {
        const { caller } = side.people[by];
        const path = `/shares/${side.id(link)}`;
        if (change === 0) return caller.patch(path, { name: 'another' });
        return change === 1 ? caller.get(path) : caller.delete(path);
      };
    },
    'upload request': (by) => {
      const folder = this.#folder();
      return inRoom(by, async (caller, at, side) => {
        const terms = { expires_in: 3600, folder_id: side.id(folder) };
        const draft = await caller.post(`${at}/upload-requests`, terms);
        if (draft.status !== 201) return draft;
        const { id } = draft.body.data;
        const opened = await caller.post(`/upload-requests/${id}/open`, OPENING);
        await anItem(side.world.visitor, { id, token: opened.body.data.token });
        return [draft, opened, await caller.get(`${at}/inbox`), await caller.delete(`/upload-requests/${id}`)];
      });
    },
    'change of a group': (by) => {
      const group = this.#draw.of(['group', ...this.#others.groups]);
      return inRoom(by, async (caller, at, side) => {
        const path = `${at}/groups/${side.id(group)}`;
        const change = { name: 'Another' };
        return [await caller.patch(path, change), await caller.get(`${at}/files?as_group=${side.id(group)}`)];
      });
    },
    export: (by) => inRoom(by, (caller, at) => caller.post(`${at}/exports`, { files: 1 })),
    'choice of news': (by) => {
      const level = this.#draw.of(['daily', null]);
      return inRoom(by, (caller, at) => caller.patch(`${at}/notifications`, { level }));
    },
    explanation: (by) => {
      const [file, action] = [this.#file(), this.#draw.of(['file.see', 'file.delete', 'file.download'])];
      return (side) => {
        const { caller, id } = side.people[by];
        return caller.post('/access/explain', { user_id: id, action, file_id: side.id(file) });
      };
    },
  };

  readonly #ofOwner: Readonly<Record<string, () => Ask>> = {
    'upload of the owner': () => {
      const [name, folder] = [
        this.#name('file'),
        this.#draw.of(['Deal/Common', 'Deal/Common/x', 'Deal/Bidder A', 'Open']),
      ];
      const more = { folder, ...(this.#draw.below(4) === 0 && { classification: 'C4' }) };
      return (side) => upload(side, side.people.owner.caller, name, more);
    },
    'rename by the owner': () => {
      const [file, name] = [this.#draw.of(this.#made('file', 'no file')), this.#name('renamed')];
      return onFile('owner', file, (caller, path) => caller.patch(path, { name }));
    },
    'deletion by the owner': () =>
      onFile('owner', this.#draw.of(this.#made('file', 'no file')), (caller, path) => caller.delete(path)),
    'rename of a place of the owners': () => {
      const path = this.#draw.of(['Deal/Halls', 'Deal/Rooms', 'Open/Halls']);
      return inRoom('owner', (caller, at, side) => caller.patch(`${at}/folders/${side.id('Deal/Halls')}`, { path }));
    },
    'restriction by the owner': () => {
      const groups = this.#draw.of(['none', 'own', 'owners']);
      return inRoom('owner', (caller, at, side) => {
        const own = [{ group_id: side.id('group'), role: 'contributor' }];
        const access = { none: null, own, owners: [] }[groups];
        return caller.put(`${at}/folders/${side.id('Deal/Common')}/access`, { groups: access });
      });
    },
    'member of the group': () => {
      const isIn = this.#draw.below(3) > 0;
      return inRoom('owner', (caller, at, side) => {
        const [path, { id }] = [`${at}/groups/${side.id('group')}/members`, side.people.ava];
        return isIn ? caller.post(path, { user_id: id }) : caller.delete(`${path}/${id}`);
      });
    },
    'numbers given again': () =>
      inRoom('owner', (caller, at, side) => {
        side.forgetNumbers();
        return caller.post(`${at}/renumber`);
      }),
    'name of the group': () => {
      const name = this.#name('Bidder A');
      return inRoom('owner', (caller, at, side) => caller.patch(`${at}/groups/${side.id('group')}`, { name }));
    },
  };
}
