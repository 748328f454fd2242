/** The socket of a player's page that has no other: news, notices, his balance. */

import { balanceShow } from "../../coins/js/coins.js";
import { Socket } from "../../tables/js/socket.js";
import { newsShow } from "./news.js";
import { leave } from "./leaving.js";

new Socket("/ws/site/", {
  hear: (message) => {
    if (message.type === "coins") balanceShow(message);
    newsShow(message);
  },
  tell: leave,
});
