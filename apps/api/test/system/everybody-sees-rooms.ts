import { type Alteration, headerIn, withValue } from '../support/altering-proxy.ts';

/** Asks for a room as that one of the users who made it, so that each sees all of them: the fault that must be found. */
export function everybodySeesRooms(tokens: readonly string[]): Alteration {
  const known = new Set(tokens.map((token) => `Bearer ${token}`));
  const makers = new Map<string, string>();
  return {
    sent: (sent) => {
      const room = sent.method === 'GET' ? /^\/api\/v1\/rooms\/([^/?]+)$/.exec(sent.path)?.[1] : undefined;
      const maker = makers.get(room ?? '');
      return maker !== undefined && known.has(headerIn(sent.headers, 'authorization') ?? '')
        ? { ...sent, headers: withValue(sent.headers, 'Authorization', maker) }
        : sent;
    },
    answered: (answer, sent) => {
      const maker = headerIn(sent.headers, 'authorization') ?? '';
      const made =
        sent.path === '/api/v1/rooms' && answer.status === 201 ? headerIn(answer.headers, 'location') : undefined;
      if (made !== undefined && known.has(maker)) makers.set(made.split('/').at(-1) ?? '', maker);
      return answer;
    },
  };
}
