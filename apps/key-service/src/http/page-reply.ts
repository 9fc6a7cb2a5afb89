import { KeyRefusal } from '@strongroom/domain';
import type { IncomingMessage } from '@strongroom/http-kernel';
import { KEY_STATUSES } from './errors/statuses.ts';
import type { RouteReply } from './server.ts';
import { PAGE_HEADERS, refusalPage } from './sign-in-pages.ts';

const COOKIE = '__Host-strongroom-keys';
/** Lax: the answer of the provider is a navigation from another site. */
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=Lax; Path=/';
const FLOW_SECONDS = 600;

/** The cookie of a browser that continues to the provider, and its removal. */
export const flowCookie = (flow: string): string => `${COOKIE}=${flow}; Max-Age=${FLOW_SECONDS}; ${ATTRIBUTES}`;
export const NO_FLOW_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

export const flowOf = ({ headers }: IncomingMessage): string | undefined =>
  new RegExp(`(?:^|; ?)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];

type Page = Readonly<{ status: number; html: string; headers: Readonly<Record<string, string>> }>;

/** Shows a refusal as a page, because people are here. */
export async function replyWithPage(work: () => Promise<Page>): Promise<RouteReply> {
  try {
    const { headers, ...page } = await work();
    return { ...page, headers: { ...PAGE_HEADERS, ...headers } };
  } catch (error) {
    if (!(error instanceof KeyRefusal)) throw error;
    return { status: KEY_STATUSES[error.code], html: refusalPage(error.message), headers: PAGE_HEADERS };
  }
}
