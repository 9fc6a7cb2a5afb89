import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import type { Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { loaded, PASSWORD, signedIn } from './tab.ts';

export type UploadedFile = Readonly<{ name: string; mimeType: string; buffer: Buffer }>;

/** A room with files that a page of the owner has uploaded, in a browser that notes every request to another place. */
export class ViewerPlace {
  readonly tab: Tab;
  /** Addresses outside the services that the page requested, and dialogs that it opened. */
  readonly asked: string[] = [];
  readonly #both: BothServices;
  readonly #room: string;
  readonly #ids = new Map<string, string>();

  private constructor(both: BothServices, room: string, tab: Tab) {
    this.#both = both;
    this.#room = room;
    this.tab = tab;
    const ours = [both.url, both.keysUrl];
    tab.page.on('dialog', (dialog) => {
      this.asked.push(dialog.message());
      void dialog.dismiss();
    });
    tab.page.context().on('request', (request) => {
      if (!ours.includes(new URL(request.url()).origin) && !/^(blob|data|about):/.test(request.url()))
        this.asked.push(request.url());
    });
  }

  static async start(browser: Browser): Promise<ViewerPlace> {
    const both = await BothServices.start({}, { pages: true });
    const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
    await owner.post('/me/password', { new_password: PASSWORD });
    const { body } = await owner.post('/rooms', { name: 'Falcon', classification: 'C2' });
    return new ViewerPlace(both, body.data.id, await signedIn(browser, both.url, 'owner@strongroom.local'));
  }

  get page(): Page {
    return this.tab.page;
  }

  get url(): string {
    return `${this.#both.url}/rooms/${this.#room}`;
  }

  async upload(files: readonly UploadedFile[]): Promise<void> {
    await this.page.goto(this.url);
    await loaded(this.page);
    await this.page.getByTestId('files').setInputFiles([...files]);
    await this.page.getByText(`${files.length} file${files.length === 1 ? '' : 's'} in the room`).waitFor();
    await this.page.getByRole('button', { name: 'Close uploads' }).click();
    const owner = new Caller(`${this.#both.url}/api/v1`, await this.#both.ownerToken());
    for (let after = ''; ; ) {
      const { body } = await owner.get(`/rooms/${this.#room}/files?recursive=true&folder=&per_page=100${after}`);
      for (const { name, id } of body.data) this.#ids.set(name, id);
      if (body.meta.next_cursor === null) return;
      after = `&cursor=${body.meta.next_cursor}`;
    }
  }

  /** Opens a file by its address, as the back and forward buttons do: without a load. */
  async openById(name: string): Promise<void> {
    const id = this.#ids.get(name);
    if (id === undefined) throw new TypeError(`${name} is not in the room`);
    if (!this.page.url().startsWith(this.url)) await this.page.goto(this.url);
    const address = JSON.stringify(`${new URL(this.url).pathname}?file=${id}`);
    await this.page.evaluate(`history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`);
    await this.page.getByRole('dialog', { name, exact: true }).waitFor();
  }

  /** Opens a file from the list, as a person does. */
  async open(name: string): Promise<void> {
    await this.page.goto(this.url);
    await this.page.getByRole('table', { name: 'Files' }).getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('dialog', { name }).waitFor();
  }

  async end(): Promise<void> {
    await this.#both.end();
  }
}
