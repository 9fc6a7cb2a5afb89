import { csv, type DestroyedFile, type DestructionReceipt } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainError } from '../base/explain.ts';
import { formatDateTime, formatNumber, plural } from '../base/format.ts';
import { addressOfList } from '../base/list-places.ts';
import { service } from '../base/service.ts';
import { Classification } from '../design/classification.tsx';
import { Button } from '../design/controls.tsx';
import { ListPage } from '../design/list-page.tsx';
import { Badge, Empty, Failure, Loading, Notice, PageHead } from '../design/text.tsx';
import { toast } from '../design/toasts.tsx';
import { When } from '../design/when.tsx';
import { saveMade } from '../save/save-made.ts';
import { saveTable } from '../save/save-table.ts';
import { useNames } from './people-data.ts';
import { RECEIPTS } from './receipts-data.ts';

const REFRESH_MS = 2000;
const SHOWN = 1000;

const toReceipts = () => [['Receipts', addressOfList('/receipts', 'Receipts')]] as const;

export function Receipts(): ReactNode {
  const receipts = useQuery(RECEIPTS);
  const nameOf = useNames();
  return (
    <>
      <PageHead title="Receipts" />
      <ListPage
        label="Receipts"
        noun={['receipt', 'receipts']}
        rows={receipts.data}
        error={receipts.error}
        find="Find by room or person"
        idOf={({ id }) => id}
        textOf={(receipt) => `${roomOf(receipt)} ${nameOf(receipt.deleted_by)}`}
        order="-destroyed"
        onSave={(found) => saveTable(receiptsAsTable(found, nameOf), 'Receipts')}
        empty={
          <Empty icon="receipt" title="No room was destroyed">
            Each destroyed room leaves a receipt: when each file and its key went, to show to those who ask.
          </Empty>
        }
        columns={[
          {
            id: 'room',
            head: 'Room',
            key: roomOf,
            cell: (receipt) => (
              <a className="name clamp" href={`/receipts/${receipt.id}`} title={roomOf(receipt)}>
                <bdi>{roomOf(receipt)}</bdi>
              </a>
            ),
          },
          {
            id: 'label',
            head: 'Label',
            isExtra: true,
            isShort: true,
            key: ({ room_classification: label }) => label ?? '',
            cell: ({ room_classification: label }) => label !== null && <Classification label={label} />,
          },
          {
            id: 'destroyed',
            head: 'Destroyed',
            isShort: true,
            key: ({ deleted_at: at }) => at,
            cell: ({ deleted_at: at }) => <When at={at} />,
          },
          { id: 'by', head: 'By', key: ({ deleted_by: by }) => nameOf(by), cell: ({ deleted_by: by }) => nameOf(by) },
          {
            id: 'files',
            head: 'Files',
            isNumber: true,
            key: ({ files_total: files }) => files,
            cell: ({ files_total: files }) => (
              <>
                {formatNumber(files)}
                <span className="narrow-only-inline"> {files === 1 ? 'file' : 'files'}</span>
              </>
            ),
          },
          { id: 'state', head: 'State', key: ({ status }) => status, cell: (receipt) => <State receipt={receipt} /> },
        ]}
      />
    </>
  );
}

const receiptsAsTable = (receipts: readonly DestructionReceipt[], nameOf: (id: string) => string) => [
  ['Receipt', 'Room', 'Label', 'Destroyed', 'By', 'Files', 'State'],
  ...receipts.map((receipt) => [
    receipt.id,
    roomOf(receipt),
    receipt.room_classification ?? '',
    receipt.deleted_at,
    nameOf(receipt.deleted_by),
    String(receipt.files_total),
    receipt.status === 'complete' ? 'complete' : 'in progress',
  ]),
];

/** A receipt of an older version has no name. */
const roomOf = ({ room_name: name, room_id: id }: DestructionReceipt): string => name ?? `Room ${id}`;

const State = ({ receipt }: Readonly<{ receipt: DestructionReceipt }>): ReactNode =>
  receipt.status === 'complete' ? <Badge tone="good">complete</Badge> : <Badge tone="warn">in progress</Badge>;

const KEY_STATES: Readonly<Record<DestructionReceipt['key']['state'], string>> = {
  destroyed: 'destroyed',
  scheduled: 'disabled, and destroyed at',
  pending: 'still to be destroyed',
  kept: 'kept: it is the key of the organisation',
};

/** The path of a file; undefined where the receipt keeps no names, or the reader may not see this one. */
const pathOf = ({ folder, name }: DestroyedFile): string | undefined =>
  name === null ? undefined : [folder, name].filter(Boolean).join('/');

/** All files of a receipt, for those who ask for proof. */
function FilesAsTable({ receipt }: Readonly<{ receipt: DestructionReceipt }>): ReactNode {
  const read = useMutation({
    mutationFn: () => service.receipts.files(receipt.id, { per_page: 100 }).all(),
    onSuccess: (files) => {
      const rows = files.map((file) => [
        file.file_id,
        String(file.version),
        pathOf(file) ?? '',
        file.deleted_at ?? '',
        file.object_destroyed_at,
        file.wrapped_key_destroyed_at,
      ]);
      saveMade(
        csv([['File', 'Version', 'Name', 'Deleted', 'Object destroyed', 'Key destroyed'], ...rows]),
        `${roomOf(receipt)} destroyed.csv`,
      );
    },
    onError: (error) => toast(explainError(error).text, 'danger'),
  });
  return (
    <Button icon="download" isBusy={read.isPending} onPress={() => read.mutate()}>
      Files as a table
    </Button>
  );
}

export function Receipt({ id }: Readonly<{ id: string }>): ReactNode {
  const found = useQuery({
    queryKey: ['receipt', id],
    queryFn: () => service.receipts.get(id),
    refetchInterval: ({ state }) => (state.data?.status === 'in_progress' ? REFRESH_MS : false),
  });
  const receipt = found.data;
  const files = useQuery({
    queryKey: ['receipt', id, 'files', receipt?.files_destroyed],
    enabled: receipt !== undefined,
    queryFn: async () => {
      const all = [];
      for await (const file of service.receipts.files(id, { per_page: 100 })) {
        all.push(file);
        if (all.length >= SHOWN) break;
      }
      return all;
    },
  });
  const nameOf = useNames();
  if (found.isPending) return <Loading what="the receipt" />;
  if (receipt === undefined)
    return (
      <>
        <PageHead title="Receipt of destruction" trail={toReceipts()} />
        <Failure error={found.error} />
      </>
    );
  return (
    <>
      <PageHead title="Receipt of destruction" trail={toReceipts()} below={<State receipt={receipt} />}>
        <FilesAsTable receipt={receipt} />
        <Button icon="print" onPress={() => print()}>
          Print
        </Button>
      </PageHead>
      <section className="card">
        <dl className="facts">
          {receipt.room_name !== null && (
            <>
              <dt>Room</dt>
              <dd>
                <strong>{receipt.room_name}</strong>
              </dd>
            </>
          )}
          {receipt.room_classification !== null && (
            <>
              <dt>Label</dt>
              <dd>
                <Classification label={receipt.room_classification} />
              </dd>
            </>
          )}
          <dt>Id of the room</dt>
          <dd className="mono">{receipt.room_id}</dd>
          <dt>Receipt</dt>
          <dd className="mono">{receipt.id}</dd>
          <dt>Ordered by</dt>
          <dd>{nameOf(receipt.deleted_by)}</dd>
          <dt>Ordered at</dt>
          <dd>{formatDateTime(receipt.deleted_at)}: from then on nothing could be read</dd>
          <dt>Files destroyed</dt>
          <dd>
            {formatNumber(receipt.files_destroyed)} of {plural(receipt.files_total, 'file')}, with{' '}
            {plural(receipt.keys_destroyed, 'wrapped key')}
          </dd>
          <dt>Key of the room</dt>
          <dd>
            {KEY_STATES[receipt.key.state]} {receipt.key.at !== null && formatDateTime(receipt.key.at)}
          </dd>
          <dt>Complete</dt>
          <dd>
            {receipt.completed_at === null
              ? 'not yet: this page looks again by itself'
              : formatDateTime(receipt.completed_at)}
          </dd>
          {receipt.objects_kept_until !== null && (
            <>
              <dt>Ciphertext kept until</dt>
              <dd>{formatDateTime(receipt.objects_kept_until)}, by the object store, without a key</dd>
            </>
          )}
        </dl>
      </section>
      {receipt.files_total > SHOWN && files.data !== undefined && (
        <Notice>The first {plural(SHOWN, 'file')} are listed; the table has all.</Notice>
      )}
      {files.data !== undefined && files.data.length > 0 && (
        <div className="scroll-x" tabIndex={0} role="region" aria-label="Destroyed files">
          <table className="list" aria-label="Destroyed files">
            <thead>
              <tr>
                <th>File</th>
                <th>Object destroyed</th>
                <th>Key destroyed</th>
              </tr>
            </thead>
            <tbody>
              {files.data.map((file) => (
                <tr key={`${file.file_id}/${file.version}`}>
                  <td className={pathOf(file) === undefined ? 'mono' : ''} title={file.file_id}>
                    <bdi>{pathOf(file) ?? file.file_id}</bdi>
                    {file.version > 1 && ` (version ${file.version})`}
                  </td>
                  <td>{formatDateTime(file.object_destroyed_at)}</td>
                  <td>{formatDateTime(file.wrapped_key_destroyed_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
