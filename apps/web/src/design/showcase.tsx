import { type ReactNode, useState } from 'react';
import { Button, Check, Field, Secret, Select } from './controls.tsx';
import { Dialog, DialogEnd, Menu } from './layers.tsx';
import { Badge, Empty, Loading, Notice, PageHead, Progress } from './text.tsx';
import { toast } from './toasts.tsx';

const RANKS = [
  ['1', 'C1 public'],
  ['2', 'C2 internal'],
  ['3', 'C3 confidential'],
  ['4', 'C4 secret'],
] as const;

/** Every component on one page, for those who build with them. */
export function Showcase(): ReactNode {
  const [text, setText] = useState('');
  const [choice, setChoice] = useState('viewer');
  const [isChecked, setChecked] = useState(true);
  const [isOpen, setOpen] = useState(false);
  return (
    <main className="main">
      <PageHead title="Components" trail={[['Strongroom', '/']]}>
        <Button>Second</Button>
        <Button kind="primary" icon="plus">
          First
        </Button>
      </PageHead>
      <section className="card form">
        <h2>Buttons</h2>
        <div className="row">
          <Button kind="primary">Primary</Button>
          <Button>Usual</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="danger" icon="trash">
            Destroy
          </Button>
          <Button isDisabled>Disabled</Button>
          <Button isBusy>Busy</Button>
          <Menu
            label="Actions for the example"
            actions={[
              { id: 'toast', name: 'Show a message', icon: 'info', run: () => toast('Saved.') },
              {
                id: 'fail',
                name: 'Show a failure',
                icon: 'alert',
                isDanger: true,
                run: () => toast('Not saved. Try again.', 'danger'),
              },
            ]}
          />
          <Button onPress={() => setOpen(true)}>Open a dialog</Button>
        </div>
      </section>
      <section className="card form">
        <h2>Fields</h2>
        <Field label="Name" value={text} onChange={setText} hint="At most 200 characters" />
        <Field label="E-mail" value="anna@" onChange={() => undefined} error="This is not an e-mail address." />
        <Field label="Note" value="" onChange={() => undefined} lines placeholder="Several lines" />
        <Select
          label="Role"
          value={choice}
          onChange={setChoice}
          options={[
            { id: 'viewer', name: 'Viewer', note: 'Reads files' },
            { id: 'contributor', name: 'Contributor', note: 'Reads and adds files' },
          ]}
        />
        <Check isSelected={isChecked} onChange={setChecked}>
          End all other sessions
        </Check>
        <Secret label="the link">https://rooms.example.org/open#token=srl_example</Secret>
      </section>
      <section className="card form">
        <h2>Badges and notices</h2>
        <div className="row">
          {RANKS.map(([rank, name]) => (
            <span key={rank} className="badge classification" data-rank={rank}>
              {name}
            </span>
          ))}
          <Badge>archived</Badge>
          <Badge tone="good">active</Badge>
          <Badge tone="warn">invited</Badge>
          <Badge tone="danger">refused</Badge>
          <Badge tone="accent">3 new</Badge>
        </div>
        <Notice>Files are encrypted before they leave your browser.</Notice>
        <Notice tone="good">Everything was uploaded.</Notice>
        <Notice tone="warn">The key service does not answer.</Notice>
        <Notice tone="danger">The content was changed on its way. Nothing was saved.</Notice>
        <Progress label="Example" part={0.4} />
        <Loading what="an example" rows={3} />
      </section>
      <section className="card">
        <Empty icon="folder" title="No files yet" action={<Button icon="upload">Choose files</Button>}>
          Drop files or folders here. They are encrypted before they leave your browser.
        </Empty>
      </section>
      <Dialog title="A dialog" isOpen={isOpen} onClose={() => setOpen(false)}>
        <p>Escape, a click beside it and the button close it.</p>
        <DialogEnd onPress={() => setOpen(false)} />
      </Dialog>
    </main>
  );
}
