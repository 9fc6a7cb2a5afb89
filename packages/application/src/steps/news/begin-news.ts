import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import { refTo } from '../../store/collection.ts';
import { NEWS_POSITION, newsPositions } from '../../store/notifications.ts';

type BeginNewsDeps = Pick<Deps, 'documents' | 'runner' | 'news'>;

/** Begins to read the log for news, from its present end, where the operator lets them be mailed. Harmless to repeat. */
export async function beginNews({ documents, runner, news = 'off' }: BeginNewsDeps): Promise<void> {
  if (news === 'off') return;
  const [known] = await documents.read([refTo(newsPositions, NEWS_POSITION)]);
  if (known !== undefined) return;
  const { size } = await documents.audit.head();
  await runner.run({
    author: SYSTEM,
    refs: [refTo(newsPositions, NEWS_POSITION)],
    apply: (uow) => {
      if (uow.find(newsPositions, NEWS_POSITION) !== undefined) return;
      uow.put(newsPositions, { id: NEWS_POSITION, position: size, takings: 0 });
      uow.schedule({ kind: 'follow-news', data: {} });
      uow.schedule({ kind: 'send-news', data: {} });
    },
  });
}
