// What follows the end of a dialog or menu: it keeps the focus until it is gone, and then gives it back.

/** Runs an action once the dialog or menu that has the focus is gone. */
export function afterOverlay(act: () => void): void {
  const overlay = document.activeElement?.closest('[role=dialog], [role=menu]');
  const attempt = (): void => {
    if (overlay?.isConnected) requestAnimationFrame(attempt);
    else act();
  };
  requestAnimationFrame(attempt);
}
