import type { Email, Json, PersonName, UploadRequest, UserId } from '@strongroom/domain';
import { ERASED_NAME } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { refBy, stateOf } from '../../store/collection.ts';
import { deviceLogins, EVERY_DEVICE_LOGIN } from '../../store/device-logins.ts';
import { EVERY_RECORD, idempotencyRecords } from '../../store/idempotency.ts';
import { isMail, type Job } from '../../store/job.ts';
import { jobs, RUNNABLE_JOBS } from '../../store/jobs.ts';
import { requestsBy, uploadRequests } from '../../store/upload-requests.ts';
import { emailKey, users } from '../../store/users.ts';
import { eraseMatching, everyLabel } from '../audit/erase-events.ts';
import { eachThat } from '../each-that.ts';

export type ForgetDeps = Pick<
  Deps,
  'documents' | 'runner' | 'clock' | 'ids' | 'secrets' | 'mailer' | 'limiter' | 'orgId' | 'labelRules' | 'erasedPeople'
>;

/** Name and address as they were; no document holds them any more. */
export type ErasedPerson = Readonly<{
  userId: UserId;
  name: PersonName | '';
  email: Email;
  /** Other addresses that mails about them went to. Absent in jobs of an older version. */
  otherEmails?: readonly Email[];
}>;

const PURPOSE = 'erased-person';

/** The person for a job: readable with the secret of the service only, which is in no backup without keys. */
export const sealedPerson = ({ secrets }: Pick<Deps, 'secrets'>, person: ErasedPerson): string =>
  secrets.seal(PURPOSE, JSON.stringify(person));

export function personOf({ secrets }: Pick<Deps, 'secrets'>, sealed: string): ErasedPerson | undefined {
  const text = secrets.unseal(PURPOSE, sealed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this service has sealed it
  return text === undefined ? undefined : (JSON.parse(text) as ErasedPerson);
}

/**
 * Erases name and address of an erased user where they lie besides their own document: stored answers, queued mails, messages of
 * their upload requests, mails in the folder, counts of tries, and the addresses of their events; and notes their id. May be interrupted anywhere and repeated.
 */
export async function forgetPerson(
  deps: ForgetDeps,
  person: ErasedPerson,
  afterStep: () => Promise<void> = async () => undefined,
): Promise<void> {
  const steps = [
    () =>
      eachThat(deps, idempotencyRecords, EVERY_RECORD, {
        is: ({ kept }) => names(person, kept),
        work: (uow, record) => uow.put(idempotencyRecords, { ...record, kept: null, gone: 'USER_ERASED' }),
      }),
    () =>
      eachThat(deps, jobs, RUNNABLE_JOBS, {
        is: (job) => isMailTo(person, job),
        work: (uow, { id }) => uow.remove(jobs, id),
      }),
    () =>
      eachThat(deps, deviceLogins, EVERY_DEVICE_LOGIN, {
        is: ({ answer }) => answer?.userId === person.userId,
        work: (uow, { id }) => uow.remove(deviceLogins, id),
      }),
    () =>
      eachThat(deps, uploadRequests, requestsBy(person.userId), {
        is: ({ message }) => message !== undefined,
        work: (uow, request) => uow.put(uploadRequests, withoutMessage(request)),
      }),
    async () => {
      for (const email of [person.email, ...(await unused(deps, person.otherEmails ?? []))]) {
        await deps.mailer.forget?.(email);
        await deps.limiter.clear(email);
      }
    },
    () => forgetAddresses(deps, person.userId),
    async () => deps.erasedPeople?.note([person.userId]),
  ];
  for (const step of steps) {
    await step();
    await afterStep();
  }
}

function withoutMessage(request: UploadRequest): UploadRequest {
  const { message: _, ...rest } = request;
  return rest;
}

/** The addresses without a user: mails to another person at one of them are theirs. */
async function unused({ documents }: Pick<Deps, 'documents'>, emails: readonly Email[]): Promise<readonly Email[]> {
  const found = await documents.read(emails.map((email) => refBy(users, emailKey(email))));
  const used = new Set(found.map((document) => document && stateOf(users, document).email));
  return emails.filter((email) => !used.has(email));
}

function isMailTo({ userId, email }: ErasedPerson, { kind, data }: Job): boolean {
  if ('email' in data) return data.email === email;
  return isMail(kind) && 'userId' in data && data.userId === userId;
}

/** Whether a stored answer holds the name or the address: as such, or with the id of the user, if the name was another one then. */
function names(person: ErasedPerson, kept: Json): boolean {
  if (typeof kept === 'string') return kept === person.email || (kept !== '' && kept === person.name);
  if (typeof kept !== 'object' || kept === null) return false;
  const values: readonly Json[] = Object.values(kept);
  const isAbout = values.includes(person.userId) && 'name' in kept && kept['name'] !== ERASED_NAME;
  return isAbout || values.some((value) => names(person, value));
}

/** Addresses of the network from which the user acted, or tried to sign in. */
async function forgetAddresses(deps: ForgetDeps, userId: UserId): Promise<void> {
  const labels = everyLabel(deps.labelRules.scheme);
  const erasing = { orgId: deps.orgId, part: 'address' } as const;
  await eraseMatching(deps, { ...erasing, filter: { labels, actorId: userId } });
  for (const type of TRIED)
    await eraseMatching(deps, { ...erasing, filter: { labels, type }, only: ({ target }) => target.id === userId });
}

/** Events of the service itself about a request by the user, or by another person with their password. */
const TRIED = ['session.factor_refused', 'invitation.renewed'] as const;
