// Runs actions after a dialog or menu has closed and has restored the focus.

/** Runs an action after the focused dialog or menu has closed. */
export function afterOverlay(act: () => void): void {
  const overlay = document.activeElement?.closest('[role=dialog], [role=menu]');
  const attempt = (): void => {
    if (overlay?.isConnected) requestAnimationFrame(attempt);
    else act();
  };
  requestAnimationFrame(attempt);
}
