import type { Reply } from '../../support/caller.ts';
import { aPerson, type Person } from '../../support/people-in-memory.ts';
import { anItem, anUploadRequest } from '../../support/upload-requests.ts';
import { idOfCreated, noted, upload } from './made.ts';
import type { Draw, Side } from './side.ts';

/** Folders in which only owners make folders. */
const PLACES = ['Deal', 'Deal/Halls', 'Open/Box'];

/** Of the 40 restricted folders of a room, a limit of its owners, two are left to the first bidder. */
const MAX_RESTRICTED = 36;

type Bidder = Readonly<{ name: string; person: Person; group: string }>;
type Done = Promise<readonly Reply[] | Reply>;

/** Bidders whom the first one must not know of: each has a group and a folder. They act in one of the two services only. */
export class OtherBidders {
  readonly #side: Side;
  readonly #draw: Draw;
  readonly #bidders: Bidder[] = [];
  /** Names of their things, at which the first bidder guesses. */
  readonly files = ['nothing'];
  readonly folders = ['nothing'];
  readonly links = ['nothing'];
  readonly groups = ['nothing'];
  #made = 0;
  #restrictedFolders = 0;

  private constructor(side: Side, draw: Draw) {
    this.#side = side;
    this.#draw = draw;
  }

  static async join(side: Side, draw: Draw, number: number): Promise<OtherBidders> {
    const others = new OtherBidders(side, draw);
    for (let index = 1; index <= number; index++) await others.#join(`Bidder ${index}`);
    return others;
  }

  /** One act of one of them, or of the owner with their things. Returns its name and answers. */
  async act(): Promise<readonly [name: string, answers: readonly Reply[]]> {
    const name = this.#draw.of(Object.keys(this.#acts));
    const answers = await this.#acts[name]?.(this.#draw.of(this.#bidders));
    return [name, [answers ?? []].flat()];
  }

  async #join(name: string): Promise<void> {
    const { world, people } = this.#side;
    const person = await aPerson(world);
    await world.owner.patch(`/users/${person.id}`, { external: true });
    await idOfCreated(people.owner.caller.post(`${this.#at}/members`, { user_id: person.id, role: 'contributor' }));
    const group = await idOfCreated(people.owner.caller.post(`${this.#at}/groups`, { name }));
    await idOfCreated(people.owner.caller.post(`${this.#at}/groups/${group}/members`, { user_id: person.id }));
    this.#bidders.push({ name, person, group });
    this.#side.ids.set(`group of ${name}`, group);
    this.groups.push(`group of ${name}`);
    noted(this.#side, name, await this.#restricted(`Deal/${name}`, group));
    this.#mayRestrict();
    this.folders.push(name);
    await this.#upload(person, { folder: `Deal/${name}` });
  }

  get #at(): string {
    return `/rooms/${this.#side.id('room')}`;
  }

  get #owner() {
    return this.#side.people.owner.caller;
  }

  /** Counts one more restricted folder, if there may be one. */
  #mayRestrict(): boolean {
    if (this.#restrictedFolders >= MAX_RESTRICTED) return false;
    this.#restrictedFolders += 1;
    return true;
  }

  #restricted(path: string, group: string): Promise<Reply> {
    return this.#owner.post(`${this.#at}/folders`, { path, access: access(group) });
  }

  #upload(person: Person, more: object): Promise<readonly Reply[]> {
    const name = `secret ${++this.#made}`;
    this.files.push(name);
    return upload(this.#side, person.caller, name, more);
  }

  async #pathOf(folder: string): Promise<string> {
    return (await this.#owner.get(`${this.#at}/folders/${this.#side.id(folder)}`)).body.data.path;
  }

  /** A file of a bidder, or one that is not theirs. */
  async #fileOf(bidder: Bidder): Promise<string> {
    const folder = encodeURIComponent(await this.#pathOf(bidder.name));
    const { body } = await bidder.person.caller.get(`${this.#at}/files?folder=${folder}&recursive=true`);
    return this.#draw.of([...(body.data ?? []), { id: this.#side.id('nothing') }]).id;
  }

  readonly #acts: Readonly<Record<string, (bidder: Bidder) => Done>> = {
    upload: async ({ person, name }) =>
      this.#upload(person, { folder: `${await this.#pathOf(name)}${this.#draw.of(['', '/x/y'])}` }),
    version: async (bidder) => this.#upload(bidder.person, { replaces: await this.#fileOf(bidder) }),
    rename: async (bidder) =>
      bidder.person.caller.patch(`/files/${await this.#fileOf(bidder)}`, { name: `renamed ${++this.#made}.pdf` }),
    move: async (bidder) => {
      const file = await this.#fileOf(bidder);
      return bidder.person.caller.patch(`/files/${file}`, { folder: `${await this.#pathOf(bidder.name)}/moved` });
    },
    delete: async (bidder) => {
      const file = await this.#fileOf(bidder);
      const deleted = await bidder.person.caller.delete(`/files/${file}`);
      return this.#draw.below(2) === 0 ? deleted : [deleted, await this.#owner.post(`/files/${file}/restore`)];
    },
    share: async (bidder) => {
      const file = await this.#fileOf(bidder);
      const name = `link ${++this.#made}`;
      this.links.push(name);
      return noted(this.#side, name, await bidder.person.caller.post(`/files/${file}/share`, { expires_in: 3600 }));
    },
    package: async ({ name, person }) =>
      person.caller.post(`${this.#at}/packages`, { expires_in: 3600, folder_id: this.#side.id(name) }),
    'announced upload': async ({ person, name }) =>
      person.caller.post(`${this.#at}/files/upload-url`, {
        name: 'waits',
        size: 5,
        content_type: 'a/b',
        folder: await this.#pathOf(name),
      }),
    'upload request': async ({ person, name }) => {
      // Their folder may be closed to them by now.
      const found = await person.caller.get(`${this.#at}/folders/${this.#side.id(name)}`);
      if (found.status !== 200) return found;
      const asked = await anUploadRequest(person.caller, this.#side.id('room'), { folder_id: this.#side.id(name) });
      await anItem(this.#side.world.visitor, asked);
      return [];
    },
    folder: async ({ person, name }) =>
      person.caller.post(`${this.#at}/folders`, { path: `${await this.#pathOf(name)}/new ${++this.#made}` }),
    'renamed folder': async ({ name }) => {
      const path = `${await this.#pathOf(this.#draw.of(PLACES))}/${name} ${++this.#made}`;
      return this.#owner.patch(`${this.#at}/folders/${this.#side.id(name)}`, { path });
    },
    access: ({ name, group }) => {
      const { groups } = access(this.#draw.of(this.#bidders).group);
      const both = { groups: groups[0]?.group_id === group ? groups : [...groups, ...access(group).groups] };
      return this.#owner.put(`${this.#at}/folders/${this.#side.id(name)}/access`, this.#draw.of([both, { groups }]));
    },
    'group member': async ({ group }) => {
      const { id } = this.#draw.of(this.#bidders).person;
      const added = await this.#owner.post(`${this.#at}/groups/${group}/members`, { user_id: id });
      await this.#owner.patch(`${this.#at}/groups/${group}`, { name: `renamed ${++this.#made}` });
      return [added, await this.#owner.delete(`${this.#at}/groups/${group}/members/${id}`)];
    },
    'another group': async ({ person }) => {
      if (!this.#mayRestrict()) return [];
      const group = await this.#owner.post(`${this.#at}/groups`, { name: `Advisers ${++this.#made}` });
      const { id } = group.body.data;
      await this.#owner.post(`${this.#at}/groups/${id}/members`, { user_id: person.id });
      await this.#restricted(`${await this.#pathOf('Deal/Halls')}/Advisers ${this.#made}`, id);
      return [group, await this.#owner.delete(`${this.#at}/groups/${id}`)];
    },
    // The first bidder sees what is in the folder, reads it and makes a link to it, before it is restricted.
    'restricted at last': async ({ person, group }) => {
      if (!this.#mayRestrict()) return [];
      const { ann } = this.#side.people;
      const path = `Deal/Old ${++this.#made}`;
      const folder = await this.#owner.post(`${this.#at}/folders`, { path });
      const added = await this.#upload(person, { folder: `${path}/deep` });
      const file = this.#side.id(this.files.at(-1) ?? '');
      await ann.caller.get(`${this.#at}/files?q=secret`);
      await ann.caller.post(`/files/${file}/share`, { expires_in: 3600 });
      const { id } = folder.body.data;
      const restricted = await this.#owner.put(`${this.#at}/folders/${id}/access`, access(group));
      const older = `${await this.#pathOf('Deal/Halls')}/Older ${this.#made}`;
      await this.#owner.patch(`${this.#at}/folders/${id}`, { path: older });
      return [folder, ...added, restricted];
    },
  };
}

const access = (group: string) => ({ groups: [{ group_id: group, role: 'contributor' }] });
