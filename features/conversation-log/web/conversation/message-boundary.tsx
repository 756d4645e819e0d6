import { Component, type ReactNode } from 'react';

/** Keeps a message that cannot be shown from hiding the rest of its conversation. */
export class MessageBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p>This message cannot be displayed.</p> : this.props.children;
  }
}
