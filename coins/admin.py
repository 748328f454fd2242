"""Accounts and transfers in the admin: to read and to search.

A balance is corrected by a new transfer, on a page of its own that asks for a
reason. A wallet is frozen by the desk, which tells the player.
"""

from http import HTTPStatus
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from accounts.admin import ReadOnly, player_column
from accounts.errors import OutOfReach
from accounts.models import User
from accounts.wording import ACCOUNT_GONE, OUT_OF_REACH, OWN_WALLET
from coins import services
from coins.errors import (
    InsufficientCoins,
    KeyReusedError,
    OwnWallet,
    WalletClosed,
)
from coins.forms import CorrectionForm
from coins.models import Account, Transfer

REFUSALS: dict[type[Exception], StrPromise] = {
    InsufficientCoins: _("The wallet does not hold so many coins."),
    OwnWallet: OWN_WALLET,
    OutOfReach: OUT_OF_REACH,
    WalletClosed: ACCOUNT_GONE,
    KeyReusedError: _(
        "This form has been sent before, with other coins. Open it again from the "
        "account."
    ),
}


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin[Account]):
    """Every account, with the way to correct a wallet."""

    list_display = ("__str__", "user_said", "kind", "balance", "is_frozen")
    list_filter = ("kind", "is_frozen")
    list_select_related = ("user",)
    search_fields = ("user__username", "table_slug", "=table_id")
    ordering = ("-id",)
    show_full_result_count = False

    user_said = player_column("user", _("player"))

    @admin.display(description=_("Balance"))
    def balance(self, account: Account) -> int:
        """What the account holds, under a heading that is translated."""
        return account.balance

    def get_urls(self) -> list[URLPattern]:
        """Add the page of a correction."""
        return [
            path(
                "<int:account_id>/correct/",
                self.admin_site.admin_view(self.correct),
                name="coins_account_correct",
            ),
            *super().get_urls(),
        ]

    def correct(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Move coins between the house and a wallet, with a reason."""
        wallet, owner, staff = self._wallet(request, account_id)
        form = CorrectionForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                services.correction_make(
                    user=owner, actor=staff, now=timezone.now(), **form.cleaned_data
                )
            except tuple(REFUSALS) as refusal:
                form.add_error(None, str(REFUSALS[type(refusal)]))
            else:
                messages.success(request, _("Done; it is in the audit entries."))
                return redirect("admin:coins_account_change", wallet.pk)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Correct"),
            "subtitle": str(wallet.user),
            "wallet": wallet,
            "form": form,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "admin/coins/account/act.html", context, status=status)

    def _wallet(
        self, request: HttpRequest, account_id: int
    ) -> tuple[Account, User, User]:
        """Return the wallet, its owner and the member of staff."""
        staff = request.user
        if not isinstance(staff, User) or not staff.has_perm("coins.correct_account"):
            raise PermissionDenied
        wallet = Account.objects.filter(pk=account_id).select_related("user").first()
        if wallet is None or wallet.user is None:
            raise Http404
        return wallet, wallet.user, staff


@admin.register(Transfer)
class TransferAdmin(ReadOnly, admin.ModelAdmin[Transfer]):
    """Every transfer, the youngest first."""

    list_display = ("at", "key", "reason", "debit", "credit", "amount", "table_slug")
    list_filter = ("reason",)
    list_select_related = ("debit__user", "credit__user")
    search_fields = (
        "key",
        "table_slug",
        "debit__user__username",
        "credit__user__username",
    )
    ordering = ("-id",)
    # Counting millions of rows would hold the page up.
    show_full_result_count = False
