import type { Webhook, WebhookDelivery } from '@strongroom/client';
import {
  type Column,
  cleanJson,
  cleanLine,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  printDone,
  printList,
  printOptionsOf,
} from '@strongroom/command-line';
import { EVENTS, type EventType } from '@strongroom/domain';
import { signedIn } from '../../account/session.ts';

const isType = (text: string): text is EventType => Object.hasOwn(EVENTS, text);

const stateOf = ({ disabled_at: disabled, failing_since: failing, last_delivery: last }: Webhook): string => {
  if (disabled !== null) return 'disabled';
  if (failing !== null) return `failing: ${last?.fault ?? last?.status ?? ''}`;
  return 'on';
};

const COLUMNS: readonly Column<Webhook>[] = [
  ['id', ({ id }) => id, 'id'],
  ['url', ({ url }) => url],
  ['events', ({ types }) => types?.join(' ') ?? 'all'],
  ['state', stateOf],
  ['last delivery', ({ last_delivery: last }) => last?.at ?? 'none', 'moment'],
];

const WEBHOOK = { name: 'WEBHOOK', text: 'The id of the webhook.' } as const;

const DELIVERY_COLUMNS: readonly Column<WebhookDelivery>[] = [
  ['at', ({ at }) => at, 'moment'],
  ['event', ({ type }) => type],
  ['outcome', ({ status, fault }) => String(status ?? fault)],
  ['answer', ({ answer }) => answer],
];

const ROOM_OPTION = { value: 'ROOM', text: 'Only events of this room, which you own.' } as const;

const TYPE_OPTION = {
  value: 'TYPE',
  isRepeated: true,
  choices: Object.keys(EVENTS),
  text: 'Only events of this type; repeatable.',
} as const;

const webhooksList = defineCommand({
  name: 'webhooks list',
  summary: 'List the webhooks of the organisation, or those of a room.',
  operands: [],
  options: { room: { ...ROOM_OPTION, text: 'Those of this room, which you own.' }, ...LIST_OPTIONS },
  examples: [['webhooks', 'addresses, and whether their receivers take events']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const found = await client.webhooks.list({ room_id: given.text('room'), per_page: 100 }, { signal }).all();
    await printList(listOptionsOf(given, world), found, COLUMNS, 'There is no webhook.');
  },
});

const webhooksCreate = defineCommand({
  name: 'webhooks create',
  summary: 'Make a webhook and print its secret.',
  details: 'Its receiver gets every event from now on that you may see, signed as in Standard Webhooks.',
  operands: [{ name: 'URL', text: 'The address of the receiver.' }],
  options: {
    room: ROOM_OPTION,
    type: TYPE_OPTION,
    ...JSON_OPTION,
  },
  examples: [['webhooks create https://hooks.example.com/strongroom --type file.downloaded > secret', 'one type']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const types = given.texts('type').filter(isType);
    const body = {
      url: given.operand('URL'),
      room_id: given.text('room'),
      types: types.length === 0 ? undefined : types,
    };
    const made = await client.webhooks.create(body, { signal });
    world.terminal.out(given.flag('json') ? `${cleanJson(made, 2)}\n` : `${cleanLine(made.secret)}\n`);
    if (world.terminal.isTerminal) world.terminal.err(`${cleanLine(`Webhook ${made.id}.`)}\n`);
  },
});

const webhooksChange = defineCommand({
  name: 'webhooks change',
  summary: 'Change the address of a webhook, or the types of its events.',
  operands: [WEBHOOK],
  options: {
    url: { value: 'URL', text: 'The new address of the receiver.' },
    type: TYPE_OPTION,
    'all-types': { text: 'Events of every type.' },
    ...JSON_OPTION,
  },
  examples: [['webhooks change 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35 --url https://hooks.example.com/new', 'moved']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const named = given.texts('type').filter(isType);
    const types = given.flag('all-types') ? null : named;
    const body = { url: given.text('url'), types: types?.length === 0 ? undefined : types };
    const changed = await client.webhooks.edit(given.operand('WEBHOOK'), body, { signal });
    printDone(printOptionsOf(given, world), changed, { word: changed.id, sentence: `Changed ${changed.id}.` });
  },
});

const webhooksRotate = defineCommand({
  name: 'webhooks rotate',
  summary: 'Give a webhook another secret and print it; both sign for a day.',
  operands: [WEBHOOK],
  options: JSON_OPTION,
  examples: [['webhooks rotate 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35 > secret', 'then give it to the receiver']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const rotated = await client.webhooks.rotateSecret(given.operand('WEBHOOK'), { signal });
    world.terminal.out(given.flag('json') ? `${cleanJson(rotated, 2)}\n` : `${cleanLine(rotated.secret)}\n`);
  },
});

const webhooksSend = defineCommand({
  name: 'webhooks send',
  summary: 'Send an event to a webhook again, or a test.',
  operands: [WEBHOOK],
  options: {
    event: { value: 'ID', text: 'The event; without it a message of the type webhook.test.' },
    ...JSON_OPTION,
  },
  examples: [['webhooks send 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', 'a test']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const body = { event_id: given.text('event') };
    const sent = await client.webhooks.deliver(given.operand('WEBHOOK'), body, { signal });
    const word = String(sent.status ?? sent.fault);
    printDone(printOptionsOf(given, world), sent, { word, sentence: `The receiver answered: ${word}.` });
  },
});

const webhooksDeliveries = defineCommand({
  name: 'webhooks deliveries',
  summary: 'List the last deliveries to a webhook, with their outcome.',
  operands: [WEBHOOK],
  options: LIST_OPTIONS,
  examples: [['webhooks deliveries 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', 'why nothing arrives']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const found = await client.webhooks.deliveries(given.operand('WEBHOOK'), {}, { signal }).all();
    await printList(listOptionsOf(given, world), found, DELIVERY_COLUMNS, 'Nothing was sent yet.');
  },
});

const webhooksEnable = defineCommand({
  name: 'webhooks enable',
  summary: 'Enable a webhook that was disabled; it goes on where it stopped.',
  operands: [WEBHOOK],
  options: JSON_OPTION,
  examples: [['webhooks enable 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', 'with your rights']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const enabled = await client.webhooks.enable(given.operand('WEBHOOK'), { signal });
    printDone(printOptionsOf(given, world), enabled, { word: enabled.id, sentence: `Enabled ${enabled.id}.` });
  },
});

const webhooksDelete = defineCommand({
  name: 'webhooks delete',
  summary: 'Delete a webhook.',
  operands: [WEBHOOK],
  options: JSON_OPTION,
  examples: [['webhooks delete 3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35', 'nothing more is sent to it']],
  run: async (given, world) => {
    const { client, signal } = await signedIn(world);
    const id = given.operand('WEBHOOK');
    const deleted = await client.webhooks.delete(id, { signal });
    printDone(printOptionsOf(given, world), deleted, { word: id, sentence: `Deleted ${id}.` });
  },
});

export const WEBHOOK_COMMANDS = [
  webhooksList,
  webhooksCreate,
  webhooksChange,
  webhooksRotate,
  webhooksSend,
  webhooksDeliveries,
  webhooksEnable,
  webhooksDelete,
] as const;
