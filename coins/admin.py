"""Accounts and transfers in the admin: to read and to search.

A balance is corrected by a new transfer, and a wallet is frozen, on pages of
their own that ask for a reason.
"""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnly
from accounts.models import User
from accounts.wording import ACCOUNT_GONE
from coins import services
from coins.errors import (
    CoinRefusal,
    InsufficientCoins,
    KeyReusedError,
    OwnWallet,
    WalletClosed,
)
from coins.forms import CorrectionForm, FreezeForm, ReasonForm
from coins.models import Account, Transfer

REFUSALS: dict[type[CoinRefusal], Promise] = {
    InsufficientCoins: _("The wallet does not hold so many coins."),
    OwnWallet: _("Nobody corrects or freezes his own wallet."),
    WalletClosed: ACCOUNT_GONE,
}

SENT_BEFORE = _(
    "This form has been sent before, with other coins. Open it again from the account."
)

Act = Callable[[ReasonForm], object]


@admin.register(Account)
class AccountAdmin(ReadOnly, admin.ModelAdmin[Account]):
    """Every account, with the ways to correct and to freeze a wallet."""

    list_display = ("__str__", "user", "kind", "balance", "is_frozen")
    list_filter = ("kind", "is_frozen")
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email", "table_slug", "=table_id")
    ordering = ("-id",)
    show_full_result_count = False

    @admin.display(description=_("Balance"))
    def balance(self, account: Account) -> int:
        """What the account holds, under a heading that is translated."""
        return account.balance

    def get_urls(self) -> list[URLPattern]:
        """Add the two pages of a wallet."""
        return [
            path(
                "<int:account_id>/correct/",
                self.admin_site.admin_view(self.correct),
                name="coins_account_correct",
            ),
            path(
                "<int:account_id>/freeze/",
                self.admin_site.admin_view(self.freeze),
                name="coins_account_freeze",
            ),
            *super().get_urls(),
        ]

    def correct(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Move coins between the house and a wallet, with a reason."""
        wallet, owner, staff = self._wallet(request, account_id, "correct_account")

        def act(form: ReasonForm) -> None:
            services.correction_make(
                user=owner, actor=staff, now=timezone.now(), **form.cleaned_data
            )

        return self._acted(
            request, wallet, CorrectionForm(request.POST or None), act, _("Correct")
        )

    def freeze(self, request: HttpRequest, account_id: int) -> HttpResponse:
        """Freeze a wallet, or unfreeze a frozen one, with a reason."""
        wallet, owner, staff = self._wallet(request, account_id, "freeze_account")
        form = FreezeForm(
            request.POST or None, initial={"is_frozen": not wallet.is_frozen}
        )
        # What the page offered when it was opened, whatever has been done since.
        is_frozen = form["is_frozen"].value() in (True, "True")

        def act(form: ReasonForm) -> None:
            change = services.wallet_freeze if is_frozen else services.wallet_unfreeze
            change(
                user=owner,
                actor=staff,
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )

        title = _("Freeze") if is_frozen else _("Unfreeze")
        return self._acted(request, wallet, form, act, title)

    def _wallet(
        self, request: HttpRequest, account_id: int, permission: str
    ) -> tuple[Account, User, User]:
        """Return the wallet, its owner and the member of staff."""
        staff = request.user
        if not isinstance(staff, User) or not staff.has_perm(f"coins.{permission}"):
            raise PermissionDenied
        wallet = Account.objects.filter(pk=account_id).select_related("user").first()
        if wallet is None or wallet.user is None:
            raise Http404
        return wallet, wallet.user, staff

    def _acted(
        self,
        request: HttpRequest,
        wallet: Account,
        form: ReasonForm,
        act: Act,
        title: Promise,
    ) -> HttpResponse:
        if request.method == "POST" and form.is_valid():
            try:
                act(form)
            except tuple(REFUSALS) as refusal:
                form.add_error(None, str(REFUSALS[type(refusal)]))
            except KeyReusedError:
                form.add_error(None, str(SENT_BEFORE))
            else:
                messages.success(request, _("Done; it is in the audit entries."))
                return redirect("admin:coins_account_change", wallet.pk)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": title,
            "subtitle": str(wallet.user),
            "wallet": wallet,
            "form": form,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
        return render(request, "admin/coins/account/act.html", context, status=status)


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
