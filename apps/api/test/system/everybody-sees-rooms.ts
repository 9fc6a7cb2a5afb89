import { type Alteration, headerIn, withValue } from '../support/altering-proxy.ts';

/** A proxy that reads a room as its creator, so that every user sees all rooms: the fault that the test must find. */
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
