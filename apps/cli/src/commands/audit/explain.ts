import type { Decision } from '@strongroom/client';
import {
  bold,
  cleanJson,
  cleanLine,
  defineCommand,
  JSON_OPTION,
  type Terminal,
  UsageProblem,
} from '@strongroom/command-line';
import { type Action, EXPLAINABLE, POLICIES } from '@strongroom/domain';
import { type Session, signedIn } from '../../account/session.ts';
import { fileNamed } from '../../naming/files.ts';
import { folderNamed } from '../../naming/folder-named.ts';
import { isId } from '../../naming/one.ts';
import { unitNamed, userIdOf } from '../../naming/people.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { USER_OPERAND } from '../rooms/operand.ts';

export const explain = defineCommand({
  name: 'explain',
  summary: 'Explain whether a user may perform an action, and why.',
  operands: [USER_OPERAND, { name: 'ACTION', text: 'The action to explain.', choices: EXPLAINABLE }],
  options: {
    room: { value: 'ROOM', completes: 'rooms', text: 'The room of the action, by id or name.' },
    file: { value: 'FILE', text: 'The file of the action: by id, or by path together with --room.' },
    folder: { value: 'FOLDER', text: 'The folder of the action: by id, or by path together with --room.' },
    link: { value: 'ID', text: 'The share link of the action.' },
    member: { value: 'USER', text: 'The member of the room that the action is about.' },
    target: { value: 'USER', text: 'The user that the action is about.' },
    unit: { value: 'UNIT', text: 'The org unit of the action, by id or name.' },
    ...JSON_OPTION,
  },
  examples: [
    ['explain ada@example.com room.see --room Falcon', 'why does she not see it?'],
    ['explain me file.download --room Falcon --file offer.pdf', 'may I?'],
    ['explain me file.upload --room Falcon --folder "Deal/Bidder A"', 'may I add files there?'],
    ['explain me user.role --target ada@example.com', 'may I change their role?'],
  ],
  run: async (given, world) => {
    const { terminal } = world;
    const session = await signedIn(world);
    const { client, signal } = session;
    const [room, file, folder] = [given.text('room'), given.text('file'), given.text('folder')];
    const action = EXPLAINABLE.find((one) => one === given.operand('ACTION'));
    if (action === undefined) throw new UsageProblem('ACTION is missing.');
    for (const [what, text] of [
      ['file', file],
      ['folder', folder],
    ] as const)
      if (text !== undefined && !isId(text) && room === undefined)
        throw new UsageProblem(`say with --room where the ${what} is, or give its id.`);
    const room_id = room === undefined || isId(room) ? room : (await roomNamed(session, room)).id;
    const file_id =
      file === undefined || isId(file) || room_id === undefined ? file : (await fileNamed(session, room_id, file)).id;
    const folder_id =
      folder === undefined || isId(folder) || room_id === undefined
        ? folder
        : (await folderNamed(session, room_id, folder)).id;
    const about = file_id === undefined ? { room_id } : { file_id };
    const user_id = await userIdOf(session, given.operand('USER'));
    const subject = await subjectNamed(session, (name) => given.text(name));
    const decision = await client.audit.explain(
      { user_id, action, ...about, ...(folder_id !== undefined && { folder_id }), ...subject },
      { signal },
    );
    terminal.out(
      given.flag('json') ? `${cleanJson(decision, 2)}\n` : explanation(terminal, given.operand('USER'), decision),
    );
  },
});

/** The ids of a link, member, user and unit that the options name. */
async function subjectNamed(
  session: Session,
  textOf: (name: 'link' | 'member' | 'target' | 'unit') => string | undefined,
) {
  const [link, member, target, unit] = [textOf('link'), textOf('member'), textOf('target'), textOf('unit')];
  return {
    ...(link !== undefined && { share_id: link }),
    ...(member !== undefined && { member_id: await userIdOf(session, member) }),
    ...(target !== undefined && { target_user_id: await userIdOf(session, target) }),
    ...(unit !== undefined && { org_unit_id: isId(unit) ? unit : (await unitNamed(session, unit)).id }),
  };
}

/** The rules that must all hold, groups of which one must, and which of them decided. */
function explanation(terminal: Terminal, user: string, { action, effect, reasons }: Decision): string {
  const { single, groups } = sorted(action, reasons);
  const title = `${action}: ${effect === 'allow' ? 'allowed' : 'denied'} for ${user}, the caller below`;
  const missing = [
    ...single.filter(({ holds }) => !holds).map(({ text }) => cleanLine(text)),
    ...groups
      .filter((group) => group.every(({ holds }) => !holds))
      .map((group) => group.map(({ text }) => cleanLine(text)).join('\n  or: ')),
  ];
  return [
    bold(terminal, cleanLine(title)),
    'All of these must hold:',
    ...single.map(line),
    ...groups.flatMap((group) => ['One of these must hold:', ...group.map(line)]),
    ...(effect === 'allow' ? [] : ['Denied, because this does not hold:', ...missing.map((text) => `- ${text}`)]),
    '',
  ].join('\n');
}

type Reason = Decision['reasons'][number];

/** Rules that each must hold, and the alternatives of the action, of what it names, and of what the caller must see first. */
function sorted(action: Action, reasons: readonly Reason[]) {
  const { within, names } = POLICIES[action];
  const rows = [...within, action, ...names].map((name) => POLICIES[name]);
  const choices = rows.map(({ grantedBy }) => idsOf(grantedBy)).filter(({ size }) => size > 1);
  const needed = idsOf(rows.flatMap(({ requires }) => requires));
  return {
    single: reasons.filter(({ rule }) => needed.has(rule) || !choices.some((ids) => ids.has(rule))),
    groups: choices.map((ids) => reasons.filter(({ rule }) => ids.has(rule))).filter(({ length }) => length > 0),
  };
}

const idsOf = (rules: readonly Readonly<{ id: string }>[]): ReadonlySet<string> => new Set(rules.map(({ id }) => id));

const line = ({ holds, text }: Reason): string => `${holds ? 'yes' : 'no '}  ${cleanLine(text)}`;
