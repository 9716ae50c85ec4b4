// Entry point of the admin interface: creates the dependencies of components, and renders the first screen.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base/tokens.css';
import './base/reset.css';
import { createApi } from './api/api.tsx';
import { Session } from './api/session.ts';
import { preloadWorkspace, Root } from './app/root.tsx';
import { readPreference } from './base/device.ts';
import { chooseLanguage } from './base/languages.ts';
import { applyTheme } from './base/theme.ts';
import { applyLanguage, loadTranslations } from './base/i18n.tsx';

applyTheme();
const session = new Session();
const api = createApi(session);
// Before the first render.
const started = api.start();
started.catch(() => undefined);
preloadWorkspace();
const chosen = readPreference('language');
const language = chooseLanguage([...(chosen === null ? [] : [chosen]), ...navigator.languages]);
applyLanguage(language);
// A module with top-level await would prevent the bundler from merging chunks.
void loadTranslations(language).then((translations) => {
  const element = document.querySelector('#root');
  if (element) {
    createRoot(element).render(
      <StrictMode>
        <Root api={api} started={started} translations={translations} />
      </StrictMode>,
    );
  }
});
