import { type ComponentType, lazy } from 'react';
import type { PartName } from '../state/route.ts';

/** The panel of each part; its code comes when it is opened first. */
export const PANELS: Record<PartName, ComponentType> = {
  home: lazy(() => import('../home/HomePanel.tsx').then((room) => ({ default: room.HomePanel }))),
  inbox: lazy(() => import('../inbox/Inbox.tsx').then((room) => ({ default: room.InboxPanel }))),
  pages: lazy(() => import('../pages/PagesPanel.tsx').then((room) => ({ default: room.PagesPanel }))),
  design: lazy(() => import('../style/StylePanel.tsx').then((room) => ({ default: room.StylePanel }))),
  forms: lazy(() => import('../forms/FormsPanel.tsx').then((room) => ({ default: room.FormsPanel }))),
  files: lazy(() => import('../files/FilesPanel.tsx').then((room) => ({ default: room.FilesPanel }))),
  commerce: lazy(() => import('../store/StorePanel.tsx').then((room) => ({ default: room.StorePanel }))),
  restock: lazy(() => import('../restock/RestockPanel.tsx').then((room) => ({ default: room.RestockPanel }))),
  code: lazy(() => import('../code/CodePanel.tsx').then((room) => ({ default: room.CodePanel }))),
  scheduling: lazy(() => import('../pages/SchedulePanel.tsx').then((room) => ({ default: room.SchedulePanel }))),
  domains: lazy(() => import('../settings/DomainsPanel.tsx').then((room) => ({ default: room.DomainsPanel }))),
  email: lazy(() => import('../settings/EmailPanel.tsx').then((room) => ({ default: room.EmailPanel }))),
  settings: lazy(() => import('../settings/SettingsPanel.tsx').then((room) => ({ default: room.SettingsPanel }))),
  permissions: lazy(() =>
    import('../settings/PermissionsPanel.tsx').then((room) => ({ default: room.PermissionsPanel })),
  ),
  billing: lazy(() => import('../settings/BillingPanel.tsx').then((room) => ({ default: room.BillingPanel }))),
  analytics: lazy(() => import('../analytics/AnalyticsPanel.tsx').then((room) => ({ default: room.AnalyticsPanel }))),
  comments: lazy(() => import('../comments/CommentsPanel.tsx').then((room) => ({ default: room.CommentsPanel }))),
  marketing: lazy(() => import('../marketing/MarketingPanel.tsx').then((room) => ({ default: room.MarketingPanel }))),
};
