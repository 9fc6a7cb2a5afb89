import { Component, type ReactNode } from 'react';
import { Button } from './controls.tsx';
import { Dialog, DialogEnd } from './layers.tsx';
import { Failure, PageHead } from './text.tsx';

type Props = Readonly<{
  children: ReactNode;
  /** Closes the dialog that failed. Without it the place of the children shows the fault. */
  onClose?: () => void;
  /** The fault goes where this changes. */
  place?: string;
  /** Whether the children have the heading of the page. */
  isPage?: boolean;
}>;

const Reload = (): ReactNode => (
  <Button kind="primary" onPress={() => location.reload()}>
    Reload the page
  </Button>
);

/** Shows the fault of a part in its place: React removes the whole page where nothing catches it. */
export class ErrorBoundary extends Component<Props, Readonly<{ error: unknown }>> {
  override state: Readonly<{ error: unknown }> = { error: undefined };

  static getDerivedStateFromError(error: unknown): Readonly<{ error: unknown }> {
    return { error: error ?? new TypeError('nothing was thrown') };
  }

  override componentDidUpdate({ place }: Props): void {
    if (this.state.error !== undefined && place !== this.props.place) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, onClose, isPage } = this.props;
    if (error === undefined) return children;
    if (onClose === undefined)
      return (
        <>
          {isPage && <PageHead title="This page did not open" />}
          <div className="form">
            <Failure error={error} />
            <div className="row">
              <Reload />
            </div>
          </div>
        </>
      );
    return (
      <Dialog title="This did not open" isOpen onClose={onClose}>
        <Failure error={error} />
        <DialogEnd onPress={onClose} main={<Reload />} />
      </Dialog>
    );
  }
}
