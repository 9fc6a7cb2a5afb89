import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Desk } from '../../cli/desk.ts';
import type { BothServices } from '../../support/both-services.ts';
import { Caller } from '../../support/caller.ts';
import { given } from '../../support/people-of-process.ts';
import { OWNER } from '../behind-a-line.ts';
import { PASSWORD } from '../tab.ts';
import type { Traveller } from './traveller.ts';

type Contents = Readonly<Record<string, string | Uint8Array>>;

/** Everything that is there before a journey begins: services, files on the disk of a person, an owner at a desk. */
export class Organisation {
  readonly both: BothServices;
  /** The owner, without a browser. */
  readonly owner: Caller;
  readonly desk: Desk;
  readonly #token: string;

  private constructor(both: BothServices, token: string) {
    this.both = both;
    this.#token = token;
    this.owner = new Caller(`${both.url}/api/v1`, token);
    this.desk = new Desk(join(both.place.folder, 'desk'));
  }

  static async of(both: BothServices): Promise<Organisation> {
    const organisation = new Organisation(both, await both.ownerToken());
    await mkdir(organisation.desk.home);
    return organisation;
  }

  /** Gives the owner a name and a password. */
  async nameOwner(): Promise<void> {
    await given(this.owner.post('/me/password', { new_password: PASSWORD }));
    const { id } = await given(this.owner.get('/me'));
    await given(this.owner.patch(`/users/${id}`, { name: 'Ada King' }));
  }

  /** Gives the owner a name and a password, and signs them in at the desk. */
  async settle(): Promise<void> {
    await this.nameOwner();
    await this.desk.output(['login', this.both.url, '--data-dir', this.both.place.data], { input: `${this.#token}\n` });
  }

  /** Makes a room with files, by their paths in it, and returns its id. */
  async room(name: string, contents: Contents): Promise<string> {
    const { id } = await given(this.owner.post('/rooms', { name, classification: 'C2' }));
    await this.files(contents);
    const tops = new Set(Object.keys(contents).map((path) => path.split('/')[0] ?? ''));
    await this.desk.output(['put', name, ...tops]);
    return id;
  }

  /** Writes files to the disk of the person, and returns their paths. */
  files(contents: Contents): Promise<readonly string[]> {
    return Promise.all(
      Object.entries(contents).map(async ([name, content]) => {
        const path = join(this.desk.home, name);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
        return path;
      }),
    );
  }

  /** Makes a user with a name and a password. */
  async person(email: string, name: string, role: string): Promise<string> {
    const { id } = await given(this.owner.post('/users/invite', { email, role }));
    const token = await this.both.mailedSecret(email);
    await given(this.owner.as(undefined).post('/invitations/accept', { token, name, password: PASSWORD }));
    return id;
  }

  async signIn({ page }: Traveller, email = OWNER): Promise<void> {
    await page.goto(this.both.url);
    await page.fill('E-mail', email);
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.until(`document.querySelector('h1')?.textContent.includes('ooms')`);
  }
}
