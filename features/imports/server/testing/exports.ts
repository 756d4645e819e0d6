/** Exports in the published formats of three products, one conversation each, and one entry that holds no messages. */

const watsonxLog = (id: string, turn: { at: string; question: string; answer: object[]; debug?: object }) => ({
  log_id: id,
  request: {
    input: { message_type: 'text', text: turn.question },
    user_id: 'mari@acme.example',
    context: { global: { system: { user_id: 'mari@acme.example' }, session_id: 'w-session' } },
  },
  response: {
    output: {
      generic: turn.answer,
      intents: [{ intent: 'leave_days', confidence: 0.98 }],
      entities: [],
      ...(turn.debug && { debug: turn.debug }),
    },
    context: { global: { system: { turn_count: 1 }, session_id: 'w-session' } },
    user_id: 'mari@acme.example',
  },
  assistant_id: 'a1',
  session_id: 'w-session',
  skill_id: 's1',
  snapshot: 'draft',
  request_timestamp: turn.at,
  response_timestamp: new Date(Date.parse(turn.at) + 1500).toISOString(),
  language: 'en',
  customer_id: 'customer-7',
});

export const watsonxLogs = [
  watsonxLog('l1', {
    at: '2026-03-02T08:00:00.000Z',
    question: '',
    answer: [{ response_type: 'text', text: 'Welcome!' }],
    debug: { turn_events: [{ event: 'action_visited', source: { type: 'action', action: 'welcome' } }] },
  }),
  watsonxLog('l2', {
    at: '2026-03-02T08:00:10.000Z',
    question: 'Days left?',
    answer: [
      { response_type: 'text', text: 'Which year?' },
      {
        response_type: 'option',
        title: 'Years',
        options: [
          { label: '2025', value: {} },
          { label: '2026', value: {} },
        ],
      },
    ],
    debug: {
      turn_events: [
        {
          event: 'action_visited',
          source: { type: 'action', action: 'action_1', action_title: 'Leave days', condition: 'x' },
        },
        {
          event: 'callout',
          source: { type: 'action', action: 'action_1', action_title: 'Leave days' },
          callout: { type: 'integration_interaction' },
          error: { message: 'timeout' },
        },
      ],
    },
  }),
  watsonxLog('l3', {
    at: '2026-03-02T08:00:30.000Z',
    question: 'A person, please',
    answer: [{ response_type: 'connect_to_agent', message_to_human_agent: 'Asks for leave days' }],
    debug: {
      turn_events: [{ event: 'action_visited', source: { type: 'action', action: 'fallback_connect_to_agent' } }],
    },
  }),
];

export const dialogflowEntries = [
  {
    insertId: 'i1',
    jsonPayload: {
      queryInput: { text: { text: 'Opening hours?' }, languageCode: 'en' },
      session: 'sessions/d-session',
    },
    labels: { agent_id: 'g1', session_id: 'd-session', location_id: 'global', protocol: 'V3' },
    logName: 'projects/p/logs/dialogflow-runtime.googleapis.com%2Frequests',
    timestamp: '2026-03-03T09:00:00.100Z',
  },
  {
    insertId: 'i2',
    jsonPayload: {
      responseId: 'r1',
      queryResult: {
        text: 'Opening hours?',
        languageCode: 'en',
        responseMessages: [{ text: { text: ['From nine to five.'] } }],
        currentPage: { displayName: 'Hours' },
        currentFlow: { displayName: 'Store' },
        match: { intent: { displayName: 'store.hours' }, matchType: 'INTENT', confidence: 1 },
        webhookStatuses: [{ code: 4, message: 'deadline exceeded' }],
      },
    },
    labels: { agent_id: 'g1', session_id: 'd-session', location_id: 'global', protocol: 'V3' },
    logName: 'projects/p/logs/dialogflow-runtime.googleapis.com%2Frequests',
    timestamp: '2026-03-03T09:00:00.400Z',
  },
];

/** Answers of Dialogflow ES as JSON, by the reference of `DetectIntentResponse`. */
export const dialogflowJsonEntries = [
  {
    insertId: 'j0',
    jsonPayload: {
      responseId: 'r0',
      queryResult: {
        queryText: 'WELCOME',
        fulfillmentText: 'Tere!',
        intent: { displayName: 'Default Welcome Intent' },
      },
    },
    labels: { type: 'dialogflow_response', session_id: 'j-session' },
    logName: 'projects/p/logs/dialogflow_agent',
    timestamp: '2026-03-05T09:00:00.100Z',
  },
  {
    insertId: 'j1',
    jsonPayload: {
      responseId: 'r1',
      session: 'projects/p/agent/sessions/j-session',
      queryResult: {
        queryText: 'Mitu päeva?',
        fulfillmentText: '12',
        fulfillmentMessages: [
          { text: { text: ['12 päeva'] } },
          { platform: 'FACEBOOK', text: { text: ['12 päeva Facebookis'] } },
        ],
        intent: { displayName: 'Puhkus' },
      },
      webhookStatus: { code: 4, message: 'deadline exceeded' },
    },
    logName: 'projects/p/logs/dialogflow_agent',
    timestamp: '2026-03-05T09:00:10.400Z',
  },
];

/** Rows of the export to BigQuery, where columns of JSON are texts. */
export const bigQueryRow = {
  project_id: 'p',
  agent_id: 'g1',
  conversation_name: 'projects/p/locations/global/agents/g1/sessions/q-session',
  turn_position: '1',
  request_time: '2026-03-03 09:00:00.000000 UTC',
  language_code: 'en',
  request: JSON.stringify({ queryInput: { text: { text: 'Store?' } } }),
  response: JSON.stringify({
    responseId: 'r2',
    queryResult: {
      text: 'Store?',
      responseMessages: [{ text: { text: ['Tallinn.'] } }, { liveAgentHandoff: {} }],
      currentFlow: { displayName: 'Default Start Flow' },
    },
  }),
};

const activity = (at: number, fields: object) => ({ timestamp: 1772500000 + at, channelId: 'msteams', ...fields });

export const copilotTranscript = {
  conversationtranscriptid: '11111111-2222-3333-4444-555555555555',
  name: 'p-session_99999999-8888-7777-6666-555555555555',
  conversationstarttime: '2026-03-03T01:06:40Z',
  schematype: 'powervirtualagents',
  metadata: JSON.stringify({ BotId: 'b', BotName: 'Helpdesk' }),
  content: JSON.stringify({
    activities: [
      activity(0, {
        valueType: 'ConversationInfo',
        type: 'trace',
        from: { id: '', role: 0 },
        value: { locale: 'en-US' },
      }),
      activity(1, { id: 'm1', type: 'message', from: { id: 'x', role: 0 }, textFormat: 'markdown', text: '**Hello**' }),
      activity(10, {
        id: 'm2',
        type: 'message',
        from: { id: 'y', role: 1, aadObjectId: 'aad-1' },
        textFormat: 'plain',
        text: 'My laptop is <broken>',
      }),
      activity(11, {
        id: 't1',
        type: 'event',
        name: 'DialogTracing',
        from: { id: 'x', role: 0 },
        value: {
          actions: [
            { topicId: 'cr1_helpdesk.topic.RepairDevice', actionType: 'InvokeFlowAction', exception: 'flow failed' },
            { topicId: 'cr1_helpdesk.topic.Goodbye', actionType: 'SendActivity', exception: '' },
          ],
        },
      }),
      activity(14, {
        id: 'm3',
        type: 'message',
        from: { id: 'x', role: 0 },
        text: '',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'A ticket was made.' }] },
          },
        ],
      }),
      activity(20, {
        valueType: 'SessionInfo',
        type: 'trace',
        from: { id: '', role: 0 },
        value: { type: 'Engaged', outcome: 'Escalated', turnCount: 2 },
      }),
    ],
  }),
};
