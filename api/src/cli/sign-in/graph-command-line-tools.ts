/** Microsoft Graph Command Line Tools: Microsoft's own public client, which every tenant but those in China has or can add. */
export const graphCommandLineTools = '14d82eec-204b-4c2f-b7e8-296a70dab67e';
