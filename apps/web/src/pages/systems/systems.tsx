import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { PageHead } from '../../design/text.tsx';
import { DirectoryTokens } from './directory-tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** Other systems that listen to this service, or keep its people. */
export function Systems(): ReactNode {
  const me = useMyself();
  return (
    <>
      <PageHead title="Other systems" />
      {may(me, 'webhook.list') && <Webhooks canManage={may(me, 'webhook.manage')} />}
      {may(me, 'directory.see') && <DirectoryTokens canMake={may(me, 'token.create')} />}
    </>
  );
}
