import type { NewToken, Token } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CheckboxGroup } from 'react-aria-components';
import { formatTimeAgo } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Choices } from '../../design/choices.tsx';
import { Button, Check, Field, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { ListPage } from '../../design/list-page.tsx';
import { SecretDialog } from '../../design/secret-dialog.tsx';
import type { Column } from '../../design/table.tsx';
import { Badge, Empty, Notice, PageHead } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { When } from '../../design/when.tsx';
import { isScope, SCOPES, type Scope, scopeWords } from './scopes.ts';
import '../scopes.css';

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['tokens'] });

/** The name that the service gives the token of its first start. */
const FIRST = 'first owner';

/** The token of the first start may do everything and never ends. People who sign in by password do without it. */
function FirstToken({ tokens, onRevoke }: Readonly<{ tokens: readonly Token[]; onRevoke: (token: Token) => void }>) {
  const first = tokens.find(({ name, expires_at: end }) => name === FIRST && end === null);
  if (first === undefined) return null;
  return (
    <Notice tone="warn">
      <p>The token of the first start may do all that you may, and never ends. Revoke it once no program uses it.</p>
      <Button onPress={() => onRevoke(first)}>Revoke it</Button>
    </Notice>
  );
}

export function Tokens(): ReactNode {
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => service.tokens.list({ per_page: 100 }).all() });
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const count = tokens.data?.length ?? 0;
  const make = (
    <Button kind="primary" icon="plus" onPress={() => setMaking(true)}>
      New token
    </Button>
  );
  return (
    <>
      <PageHead title="API tokens" trail={[['Account', '/account']]}>
        {count > 0 && make}
      </PageHead>
      {count > 0 && <FirstToken tokens={tokens.data ?? []} onRevoke={setRevoked} />}
      <ListPage
        label="API tokens"
        noun={['token', 'tokens']}
        rows={tokens.data}
        error={tokens.error}
        find="Find a token"
        idOf={({ id }) => id}
        textOf={({ name, prefix }) => `${name} ${prefix}`}
        columns={COLUMNS}
        order="name"
        actions={(token) => (
          <Button kind="quiet" label={`Revoke ${token.name}`} onPress={() => setRevoked(token)}>
            Revoke
          </Button>
        )}
        empty={
          <Empty icon="lock" title="You have no API tokens" action={make}>
            A token lets a program or the command line work as you: with all that you may do, or with less.
          </Empty>
        }
      />
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
      {revoked !== undefined && <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />}
    </>
  );
}

const hasEnded = ({ expires_at: end }: Token): boolean => end !== null && Date.parse(end) <= Date.now();

const COLUMNS: readonly Column<Token>[] = [
  {
    id: 'name',
    head: 'Name',
    key: ({ name }) => name,
    cell: (token) => (
      <>
        <strong>{token.name}</strong> {hasEnded(token) && <Badge tone="warn">expired</Badge>}
        <div className="soft mono">{token.prefix}…</div>
      </>
    ),
  },
  {
    id: 'may',
    head: 'May',
    isExtra: true,
    cell: ({ scopes }) => (
      <span className="soft" title={scopes?.join(', ')}>
        {scopes === null ? 'Everything that you may' : scopeWords(scopes)}
      </span>
    ),
  },
  {
    id: 'made',
    head: 'Made',
    isExtra: true,
    isShort: true,
    key: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => (
      <span className="soft">
        <When at={at} />
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    key: ({ last_used_at: at }) => at ?? '',
    cell: ({ last_used_at: at }) => <span className="soft">{at === null ? 'never used' : formatTimeAgo(at)}</span>,
  },
  {
    id: 'ends',
    head: 'Ends',
    key: ({ expires_at: at }) => at ?? '',
    cell: ({ expires_at: at }) => (
      <span className="soft">
        <span className="narrow-only-inline">ends </span>
        {at === null ? 'never' : <When at={at} isEnd />}
      </span>
    ),
  },
];

function RevokeDialog({ token, onClose }: Readonly<{ token: Token; onClose: () => void }>): ReactNode {
  const revoke = useMutation({
    mutationFn: () => service.tokens.revoke(token.id),
    onSuccess: () => {
      toast(isolateNames`${token.name} is revoked.`);
      onClose();
    },
    onSettled: changed,
  });
  return (
    <FormDialog
      title={isolateNames`Revoke ${token.name}?`}
      action="Revoke"
      kind="danger"
      work={revoke}
      isAlert
      onClose={onClose}
    >
      <p>It stops working at once, and so does every token that was made with it. This cannot be undone.</p>
    </FormDialog>
  );
}

const LIVES = [
  { id: '604800', name: '7 days' },
  { id: '2592000', name: '30 days' },
  { id: '7776000', name: '90 days' },
  { id: '31536000', name: '1 year' },
];

function NewTokenDialog({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const [name, setName] = useState('');
  const [life, setLife] = useState('7776000');
  const [extent, setExtent] = useState<(typeof EXTENTS)[number]['id']>('all');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const isLimited = extent === 'only';
  const make = useMutation<NewToken>({
    mutationFn: () => service.tokens.create({ name, expires_in: Number(life), ...(isLimited ? { scopes } : {}) }),
    onSettled: changed,
  });
  if (make.data?.token)
    return (
      <SecretDialog
        title={isolateNames`Token ${make.data.name}`}
        name="the token"
        secret={make.data.token}
        onClose={onClose}
      >
        The token is shown this once. Whoever has it can do what it may do.
      </SecretDialog>
    );
  return (
    <FormDialog
      title="New API token"
      action="Make the token"
      work={make}
      isDisabled={isLimited && scopes.length === 0}
      isAlert
      onClose={onClose}
    >
      <Field
        label="Name"
        field="name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        autoFocus
        placeholder="Backup on server-1"
      />
      <Select label="Works for" value={life} onChange={setLife} options={LIVES} />
      <Choices legend="It may do" options={EXTENTS} value={extent} onChange={setExtent} />
      {isLimited && <ScopeChoice scopes={scopes} onChange={setScopes} />}
    </FormDialog>
  );
}

const EXTENTS = [
  { id: 'all', name: 'Everything that I may do' },
  { id: 'only', name: 'Only what I choose' },
] as const;

const ScopeChoice = ({
  scopes,
  onChange,
}: Readonly<{ scopes: readonly Scope[]; onChange: (scopes: readonly Scope[]) => void }>): ReactNode => (
  <CheckboxGroup
    className="scopes"
    aria-label="Scopes"
    value={[...scopes]}
    onChange={(next) => onChange(next.filter(isScope))}
  >
    {Object.entries(SCOPES).map(([subject, group]) => (
      <fieldset key={subject}>
        <legend>{subject}</legend>
        {Object.entries(group).map(([scope, text]) => (
          <Check key={scope} value={scope}>
            {text} <code className="soft">{scope}</code>
          </Check>
        ))}
      </fieldset>
    ))}
  </CheckboxGroup>
);
