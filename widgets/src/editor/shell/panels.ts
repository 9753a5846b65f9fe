import { type ComponentType, createElement } from 'react';
import { Opening } from '../panel/Opening.tsx';
import type { PartName } from '../state/route.ts';
import { lazyPart } from '../ui/lazyPart.ts';

const opening = () => createElement(Opening);

/** The panel of each part; its code comes when it is opened first. */
export const PANELS: Record<PartName, ComponentType> = {
  home: lazyPart(() => import('../home/HomePanel.tsx').then((room) => room.HomePanel), opening),
  inbox: lazyPart(() => import('../inbox/Inbox.tsx').then((room) => room.InboxPanel), opening),
  pages: lazyPart(() => import('../pages/PagesPanel.tsx').then((room) => room.PagesPanel), opening),
  design: lazyPart(() => import('../style/StylePanel.tsx').then((room) => room.StylePanel), opening),
  forms: lazyPart(() => import('../forms/FormsPanel.tsx').then((room) => room.FormsPanel), opening),
  files: lazyPart(() => import('../files/FilesPanel.tsx').then((room) => room.FilesPanel), opening),
  commerce: lazyPart(() => import('../store/StorePanel.tsx').then((room) => room.StorePanel), opening),
  restock: lazyPart(() => import('../restock/RestockPanel.tsx').then((room) => room.RestockPanel), opening),
  code: lazyPart(() => import('../code/CodePanel.tsx').then((room) => room.CodePanel), opening),
  scheduling: lazyPart(() => import('../pages/SchedulePanel.tsx').then((room) => room.SchedulePanel), opening),
  domains: lazyPart(() => import('../settings/DomainsPanel.tsx').then((room) => room.DomainsPanel), opening),
  email: lazyPart(() => import('../settings/EmailPanel.tsx').then((room) => room.EmailPanel), opening),
  settings: lazyPart(() => import('../settings/SettingsPanel.tsx').then((room) => room.SettingsPanel), opening),
  permissions: lazyPart(
    () => import('../settings/PermissionsPanel.tsx').then((room) => room.PermissionsPanel),
    Opening,
  ),
  billing: lazyPart(() => import('../settings/BillingPanel.tsx').then((room) => room.BillingPanel), opening),
  analytics: lazyPart(() => import('../analytics/AnalyticsPanel.tsx').then((room) => room.AnalyticsPanel), opening),
  comments: lazyPart(() => import('../comments/CommentsPanel.tsx').then((room) => room.CommentsPanel), opening),
  marketing: lazyPart(() => import('../marketing/MarketingPanel.tsx').then((room) => room.MarketingPanel), opening),
};
